#!/bin/sh
# Answers one caller of port 80 with the page in $1: reads the request to its empty line, whatever it asks for,
# and sends the page. Its input and output are the connection (tabletop-door@.service).
set -eu
page=$1
return=$(printf '\r')
lines=0
while IFS= read -r line; do
    case $line in "" | "$return") break ;; esac
    lines=$((lines + 1))
    [ "$lines" -lt 100 ] || exit 0
done
printf 'HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: %d\r\n' "$(wc -c <"$page")"
printf 'Cache-Control: no-store\r\nConnection: close\r\n\r\n'
cat "$page"
