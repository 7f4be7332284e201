"""The edge: cameras, ports, pins and their virtual stand-ins."""
