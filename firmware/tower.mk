# The dice tower: its firmware, the simulators, its proofs and its printed parts.
# Included by the top Makefile; everything built goes to build/firmware.

FW := firmware
FWB := build/firmware
AVR_MCU := atmega328p
FLASH_LIMIT := 24576
RAM_LIMIT := 1433
PORT ?= /dev/ttyUSB0
FLASH_BAUD ?= 115200

CORE_C := $(wildcard $(FW)/core/*.c) $(FW)/generated/messages.c
FW_H := $(wildcard $(FW)/*/*.h)
CFLAGS_FW := -std=gnu11 -I$(FW) -Wall -Wextra -Wshadow -Werror
AVR_FLAGS := -mmcu=$(AVR_MCU) -Os -fshort-enums -ffunction-sections -Wl,--gc-sections $(CFLAGS_FW)

.PHONY: tables firmware flash simulators

tables: $(STAMP) ## make everything that comes from the tower's tables (pins, messages, sensing)
	$(BIN)/python scripts/tower_tables

firmware: $(FWB)/tower.hex $(FWB)/tower-sim.elf ## build the dice tower's firmware and print its size

flash: firmware ## write the firmware to a Nano: make flash PORT=/dev/ttyUSB0 (FLASH_BAUD=57600 for an old bootloader)
	@sh scripts/debian.sh avrdude
	avrdude -p m328p -c arduino -P $(PORT) -b $(FLASH_BAUD) -U flash:w:$(FWB)/tower.hex:i

simulators: $(FWB)/tower-host $(FWB)/tower-simavr $(FWB)/tower-sim.elf ## build the two simulated towers

$(FWB)/tower.elf: $(CORE_C) $(FW)/hal/avr/board.c $(FW_H)
	@sh scripts/debian.sh gcc-avr binutils-avr avr-libc
	@mkdir -p $(FWB)
	avr-gcc $(AVR_FLAGS) -o $@ $(CORE_C) $(FW)/hal/avr/board.c
	@sh $(FW)/size.sh $@ $(FLASH_LIMIT) $(RAM_LIMIT)

$(FWB)/tower.hex: $(FWB)/tower.elf
	avr-objcopy -O ihex -R .eeprom $< $@

# simavr loads the .eeprom section of an ELF, and a blank chip has none
$(FWB)/tower-sim.elf: $(FWB)/tower.elf
	avr-objcopy -R .eeprom $< $@

SIM_C := $(FW)/sim/control.c $(FW)/sim/world.c
SIM_FLAGS := -O2 -g $(CFLAGS_FW)

$(FWB)/tower-host: $(CORE_C) $(SIM_C) $(FW)/sim/engine_host.c $(FW_H)
	@sh scripts/debian.sh gcc libc6-dev
	@mkdir -p $(FWB)
	gcc $(SIM_FLAGS) -o $@ $(CORE_C) $(SIM_C) $(FW)/sim/engine_host.c -lm -lutil

$(FWB)/tower-simavr: $(SIM_C) $(FW)/sim/engine_avr.c $(FW_H)
	@sh scripts/debian.sh gcc libc6-dev simavr libsimavr-dev
	@mkdir -p $(FWB)
	gcc $(SIM_FLAGS) -o $@ $(SIM_C) $(FW)/sim/engine_avr.c -lsimavr -lm -lutil

HOST_C := $(filter-out $(FW)/sim/control.c,$(SIM_C)) $(FW)/sim/engine_host.c

$(FWB)/tower-trials: $(CORE_C) $(HOST_C) $(FW)/sim/trials.c $(FW_H)
	@sh scripts/debian.sh gcc libc6-dev
	@mkdir -p $(FWB)
	gcc $(SIM_FLAGS) -o $@ $(CORE_C) $(HOST_C) $(FW)/sim/trials.c -lm

# `make test` uses the simulated towers where the compilers are there, and installs nothing for them.
.PHONY: simulators-here
simulators-here:
	@TABLETOP_NO_APT=1 $(MAKE) -s -k simulators $(FWB)/tower-trials $(FWB)/tower-fuzz >/dev/null 2>&1 || \
	    echo "tower: the simulated towers are not built; their tests are skipped (make simulators builds them)"

test: simulators-here

$(FWB)/tower-fuzz: $(CORE_C) $(HOST_C) $(FW)/sim/fuzz.c $(FW_H)
	@sh scripts/debian.sh gcc libc6-dev
	@mkdir -p $(FWB)
	gcc $(SIM_FLAGS) -fsanitize=address,undefined -fno-sanitize-recover -o $@ $(CORE_C) $(HOST_C) $(FW)/sim/fuzz.c -lm

# ---- proofs: long runs whose last results stand in docs/proofs-tower.md

VECTORS_C := $(FW)/sim/vectors.c $(FW)/core/decode.c $(FW)/core/crc.c

$(FWB)/vectors-host: $(VECTORS_C) $(FW_H)
	gcc $(SIM_FLAGS) -o $@ $(VECTORS_C)

$(FWB)/vectors.elf: $(VECTORS_C) $(FW_H)
	avr-gcc $(AVR_FLAGS) -o $@ $(VECTORS_C)

PROOFS := pairs trials fuzz unplugs power-losses vectors
.PHONY: proof-tower $(PROOFS:%=proof-tower-%)

proof-tower: $(PROOFS:%=proof-tower-%) ## all long proofs of the dice tower (about half an hour)

$(PROOFS:%=proof-tower-%): proof-tower-%: $(STAMP) simulators $(FWB)/tower-trials $(FWB)/tower-fuzz $(FWB)/vectors-host $(FWB)/vectors.elf
	$(BIN)/python scripts/proof_tower.py $*

# ---- printed parts and drawings

SCAD_PARTS := tower funnel pockets sensor_plate lid
SCAD_SHARED := hardware/scad/parameters.scad hardware/scad/sensing.scad
STL := $(SCAD_PARTS:%=hardware/stl/%.stl)
PNG := $(SCAD_PARTS:%=hardware/png/%.png) hardware/png/assembly.png hardware/png/exploded.png hardware/png/inside.png
WIRING := hardware/wiring/tower.svg hardware/wiring/sensors.svg
SCAD_PNG = xvfb-run -a openscad --imgsize=900,900 --autocenter --viewall --colorscheme=Tomorrow -q

.PHONY: hardware
hardware: hardware-tools $(STL) $(PNG) $(WIRING) ## the printed parts (STL), their pictures, the wiring drawings

.PHONY: hardware-tools
hardware-tools:
	@sh scripts/debian.sh openscad graphviz xvfb xauth

hardware/stl/%.stl: hardware/scad/%.scad $(SCAD_SHARED)
	openscad -q --export-format binstl -o $@ $<

hardware/png/%.png: hardware/scad/%.scad $(SCAD_SHARED)
	$(SCAD_PNG) --camera=0,0,0,65,0,25,400 -o $@ $<

hardware/png/pockets.png: hardware/scad/pockets.scad $(SCAD_SHARED)
	$(SCAD_PNG) --camera=0,0,0,50,0,25,400 -o $@ $<

hardware/png/assembly.png: $(wildcard hardware/scad/*.scad)
	$(SCAD_PNG) --camera=0,0,0,70,0,20,600 -o $@ hardware/scad/assembly.scad

hardware/png/exploded.png: $(wildcard hardware/scad/*.scad)
	$(SCAD_PNG) --camera=0,0,0,70,0,20,900 -D explode=45 -o $@ hardware/scad/assembly.scad

hardware/png/inside.png: $(wildcard hardware/scad/*.scad)
	$(SCAD_PNG) --camera=0,0,0,85,0,285,600 -o $@ hardware/scad/inside.scad

hardware/wiring/%.svg: hardware/wiring/%.yml $(STAMP)
	@$(BIN)/python -c 'import wireviz' 2>/dev/null || $(BIN)/python -m pip install --quiet --group hardware
	$(BIN)/wireviz -f sp $<
