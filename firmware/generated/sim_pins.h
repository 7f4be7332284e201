/* Made from firmware/tables/pins.toml by `make tables`. Do not edit. */

#ifndef SIM_PINS_H
#define SIM_PINS_H

#define SIM_MCU "atmega328p"
#define SIM_CLOCK_HZ 16000000
#define SIM_HOST_RX_PORT 'D'
#define SIM_HOST_RX_BIT 0
#define SIM_HOST_TX_PORT 'D'
#define SIM_HOST_TX_BIT 1
#define SIM_BEAM_LEFT_PORT 'D'
#define SIM_BEAM_LEFT_BIT 2
#define SIM_BEAM_RIGHT_PORT 'D'
#define SIM_BEAM_RIGHT_BIT 3
#define SIM_ADDRESS_0_PORT 'D'
#define SIM_ADDRESS_0_BIT 4
#define SIM_ADDRESS_1_PORT 'D'
#define SIM_ADDRESS_1_BIT 5
#define SIM_ADDRESS_2_PORT 'D'
#define SIM_ADDRESS_2_BIT 6
#define SIM_ADDRESS_3_PORT 'D'
#define SIM_ADDRESS_3_BIT 7
#define SIM_LED_ENABLE_PORT 'B'
#define SIM_LED_ENABLE_BIT 0
#define SIM_MOTOR_PORT 'B'
#define SIM_MOTOR_BIT 1
#define SIM_STATUS_PORT 'B'
#define SIM_STATUS_BIT 2
#define SIM_SENSE_PORT 'C'
#define SIM_SENSE_BIT 0
#define SIM_SENSE_ADC 0

#endif
