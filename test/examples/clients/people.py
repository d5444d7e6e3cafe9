"""Prints the first names of all users, page by page."""

import json
import os
import re
from urllib.request import Request, urlopen

url = os.environ["BASE_URL"] + "/users?per_page=2"
headers = {"Authorization": "Bearer " + os.environ["TOKEN"]}

while url:
    with urlopen(Request(url, headers=headers)) as response:
        for user in json.load(response):
            print(user["first_name"])
        next_page = re.search(r'<([^>]+)>; rel="next"', response.headers.get("Link", ""))
        url = next_page and next_page.group(1)
