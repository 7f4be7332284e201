/* Made from firmware/tables/sensing.toml by `make tables`. Do not edit. */

#ifndef GEOMETRY_H
#define GEOMETRY_H

#define DIE_EDGE_MM 16.0
#define PIP_PITCH_MM 4.160
#define PIP_RADIUS_MM 1.600
#define CLEARANCE_MM 1.5
#define MOST_TURN_DEG 7.59
#define FOOTPRINT_RADIUS_MM 1.25
#define SENSOR_PLACES {{0.000, 0.000}, {4.160, 4.160}, {-4.160, 4.160}, {-4.160, -4.160}, {4.160, -4.160}, {-4.160, 0.000}, {0.000, 4.160}}

#endif
