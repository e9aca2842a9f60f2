"""A whole archive of releases as a static site: pages, a JSON interface, a feed; every link relative.

`build` is the stage: files in, a folder out. `layout` says where everything is; `releases` makes what belongs to one
release and to the comparison with the one before, each independent of the others, so that they are made in parallel
and only once; `lineages` follows rules through all of them; `newest`, `histories` and `around` make the pages that
look at all releases; `shipping` puts a finished site in the place of the one before, whole or not at all.
"""
