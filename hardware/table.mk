# The printed parts, pictures and wiring of the camera arm and the panel (hardware/table.md), in the way of the
# dice tower's. Included by the top Makefile.

ARM_PARTS := table_clamp clamp_knob clamp_pad corner camera_saddle camera_tray
PANEL_PARTS := panel_box panel_lid lamp_rail
TABLE_PARTS := $(ARM_PARTS) $(PANEL_PARTS)
TABLE_STL := $(TABLE_PARTS:%=hardware/stl/%.stl)
TABLE_PNG := $(TABLE_PARTS:%=hardware/png/%.png) $(addprefix hardware/png/,arm.png arm_joints.png panel.png panel_open.png)
TABLE_WIRING := hardware/wiring/panel.svg hardware/wiring/points.svg
TABLE_SCAD := $(wildcard hardware/scad/*.scad)

hardware: $(TABLE_STL) $(TABLE_PNG) $(TABLE_WIRING)

$(ARM_PARTS:%=hardware/stl/%.stl) $(ARM_PARTS:%=hardware/png/%.png): hardware/scad/arm_parameters.scad
$(PANEL_PARTS:%=hardware/stl/%.stl) $(PANEL_PARTS:%=hardware/png/%.png): hardware/scad/panel_parameters.scad

hardware/png/arm.png: $(TABLE_SCAD)
	$(SCAD_PNG) --camera=0,0,0,70,0,30,400 -o $@ hardware/scad/arm.scad

hardware/png/arm_joints.png: $(TABLE_SCAD)
	$(SCAD_PNG) --camera=0,0,0,75,0,20,400 -D bare=true -D column_length=230 -D beam_length=240 -o $@ hardware/scad/arm.scad

hardware/png/panel.png: $(TABLE_SCAD)
	$(SCAD_PNG) --camera=0,0,0,30,0,90,400 -o $@ hardware/scad/panel.scad

hardware/png/panel_open.png: $(TABLE_SCAD)
	$(SCAD_PNG) --camera=0,0,0,60,0,25,400 -D explode=60 -o $@ hardware/scad/panel.scad

tables: panel-tables
.PHONY: panel-tables
panel-tables: $(STAMP)
	$(BIN)/python scripts/panel_wiring.py
