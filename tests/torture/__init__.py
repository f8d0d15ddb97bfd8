"""`make torture`: a campaign of faults against a whole running installation, and a check of what is left. See
docs/decisions/tests.md.

`faceup serve` runs with its own server. Clients record games of every system, play tournaments (also with groups, cuts and knock-outs) and
count them in seasons; strangers watch. Meanwhile processes are killed and stopped, connections are cut and delayed, clocks are moved, and
the installation is restarted. A seed decides the schedule of faults and the games. When the faults are over, the ledger of the clients is
compared with the store.

    acknowledged   a client got a 2xx answer that names the event's version
    lost           an acknowledged event is not stored at its version, or is stored with other contents; a change that waits in a season
                   is not shown
    doubled        an event, a game, a tournament, a season or a person is stored twice, or is stored but unknown to all clients; a change
                   of a season is decided twice, or waits although it is decided
    divergent      a stored or shown result or table differs from the one that is computed again from the records
    wrong          a client got a forbidden answer (500, or an older state than was acknowledged), or a part did not recover or did not end
"""
