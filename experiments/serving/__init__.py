"""What the servers of league and tagger share.

access.py      who may ask, and what every answer tells the browser
requests.py    the JSON object in a request, and refusals
starting.py    the socket, the address, and the end by Ctrl-C
"""
