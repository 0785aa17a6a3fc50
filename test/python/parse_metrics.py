"""Reads metrics from standard input with Prometheus's own client, and prints [family, type, samples] of each."""

import json
import sys

from prometheus_client.parser import text_string_to_metric_families

families = text_string_to_metric_families(sys.stdin.read())
print(json.dumps([[family.name, family.type, len(family.samples)] for family in families]))
