/* Made from firmware/tables/pins.toml by `make tables`. Do not edit. */

#ifndef CHANNELS_H
#define CHANNELS_H

#define CHANNELS 16
#define DIE_CHANNELS 14 /* 0 to 13 look at dice: seven a pocket, left first */
#define POCKET_CHANNELS {{0, 1, 2, 3, 4, 5, 6}, {7, 8, 9, 10, 11, 12, 13}}
#define CHANNEL_LED_RAIL 14
#define CHANNEL_REFERENCE 15
#define SUPPLY_MV 5000
#define LED_RAIL_MV 3000
#define REFERENCE_MV 3000
#define LED_RAIL_COUNTS 614
#define REFERENCE_COUNTS 614
#define TEST_TOLERANCE_COUNTS 61

#endif
