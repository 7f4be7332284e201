# The table on a Raspberry Pi. Included by the top Makefile; docs/pi.md explains.
.PHONY: install-pi

install-pi: ## install the table as a service on this Raspberry Pi, or update it (PI="--dry-run" says what it would do)
	@if [ "$$(id -u)" = 0 ] || ! command -v sudo >/dev/null; then sh scripts/pi/install.sh $(PI); else sudo sh scripts/pi/install.sh $(PI); fi
