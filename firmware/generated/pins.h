/* Made from firmware/tables/pins.toml by `make tables`. Do not edit. */

#ifndef PINS_H
#define PINS_H

#define CLOCK_HZ 16000000UL

/* D0: serial in, through the Nano's USB chip */
#define HOST_RX_PORT PORTD
#define HOST_RX_DDR DDRD
#define HOST_RX_PIN PIND
#define HOST_RX_BIT 0
/* D1: serial out, through the Nano's USB chip */
#define HOST_TX_PORT PORTD
#define HOST_TX_DDR DDRD
#define HOST_TX_PIN PIND
#define HOST_TX_BIT 1
/* D2: light barrier of the left chute, high while its light arrives, low while a die breaks it (INT0); 10 kilo-ohms to ground here, so that a cut wire reads as broken */
#define BEAM_LEFT_PORT PORTD
#define BEAM_LEFT_DDR DDRD
#define BEAM_LEFT_PIN PIND
#define BEAM_LEFT_BIT 2
/* D3: light barrier of the right chute, high while its light arrives, low while a die breaks it (INT1); 10 kilo-ohms to ground here */
#define BEAM_RIGHT_PORT PORTD
#define BEAM_RIGHT_DDR DDRD
#define BEAM_RIGHT_PIN PIND
#define BEAM_RIGHT_BIT 3
/* D4: address line S0 of both multiplexers */
#define ADDRESS_0_PORT PORTD
#define ADDRESS_0_DDR DDRD
#define ADDRESS_0_PIN PIND
#define ADDRESS_0_BIT 4
/* D5: address line S1 of both multiplexers */
#define ADDRESS_1_PORT PORTD
#define ADDRESS_1_DDR DDRD
#define ADDRESS_1_PIN PIND
#define ADDRESS_1_BIT 5
/* D6: address line S2 of both multiplexers */
#define ADDRESS_2_PORT PORTD
#define ADDRESS_2_DDR DDRD
#define ADDRESS_2_PIN PIND
#define ADDRESS_2_BIT 6
/* D7: address line S3 of both multiplexers */
#define ADDRESS_3_PORT PORTD
#define ADDRESS_3_DDR DDRD
#define ADDRESS_3_PIN PIND
#define ADDRESS_3_BIT 7
/* D8: high: the infrared LED of the addressed channel is lit */
#define LED_ENABLE_PORT PORTB
#define LED_ENABLE_DDR DDRB
#define LED_ENABLE_PIN PINB
#define LED_ENABLE_BIT 0
/* D9: high: the nudge motor shakes the pockets */
#define MOTOR_PORT PORTB
#define MOTOR_DDR DDRB
#define MOTOR_PIN PINB
#define MOTOR_BIT 1
/* D10: status lamp: on when ready, blinking when the tower wants attention */
#define STATUS_PORT PORTB
#define STATUS_DDR DDRB
#define STATUS_PIN PINB
#define STATUS_BIT 2
/* A0: the addressed phototransistor, over the 15 kilo-ohm load */
#define SENSE_PORT PORTC
#define SENSE_DDR DDRC
#define SENSE_PIN PINC
#define SENSE_BIT 0
#define SENSE_ADC 0

/* addresses of the two multiplexers */
#define LED_RAIL_CHANNEL 14
#define REFERENCE_CHANNEL 15

#endif
