"""Studies that were run by hand: what intervals cover, what a gate lets through, what other libraries return."""
