"""What a stream of facts shows of the seed's checklist and of the thirty-three checks, for any runtime and any client.

`witness` (with `heard`) listens to the stream once, `points` and its neighbours ask what it and a projection show,
`comparing` holds another client's projection beside ours, `report` puts it together for `ringi check`. Pure; nothing
here reads a file or a socket.
"""
