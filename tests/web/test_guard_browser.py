"""A page of another site, open in the same browser: it gets nothing, and changes nothing."""

import json
from urllib.request import urlopen

from playwright.sync_api import Browser

ELSEWHERE = "http://127.0.0.1:9/"  # nobody listens there; the test itself answers
TRY = """async (server) => {
  const order = JSON.stringify({puzzle: {name: "soma"}, task: "one"});
  const told = {};
  const attempt = async (name, what) => {
    try { told[name] = await what(); } catch (error) { told[name] = "refused"; }
  };
  await attempt("read", async () => (await fetch(server + "/api/server")).text());
  await attempt("json", async () => (await fetch(server + "/api/jobs", {
    method: "POST", body: order, headers: {"Content-Type": "application/json"}})).text());
  await attempt("plain", async () => (await fetch(server + "/api/jobs", {
    method: "POST", body: order, mode: "no-cors"})).text());
  await attempt("events", () => new Promise((yes, no) => {
    const stream = new EventSource(server + "/api/jobs/0/events");
    stream.onopen = () => yes("opened"); stream.onerror = no;
  }));
  await attempt("script", () => new Promise((yes, no) => {
    const script = document.createElement("script");
    script.src = server + "/api/server"; script.onload = () => yes("loaded"); script.onerror = no;
    document.body.append(script);
  }));
  const form = document.createElement("form");
  form.method = "POST"; form.enctype = "text/plain"; form.action = server + "/api/jobs";
  const field = document.createElement("input");
  field.name = order.slice(0, -1) + ', "title": "'; field.value = '"}';
  form.append(field); document.body.append(form);
  setTimeout(() => form.submit());
  return told;
}"""


def jobs(server: str) -> list[str]:
    with urlopen(f"{server}/api/jobs") as answer:
        return [job["id"] for job in json.load(answer)["jobs"]]


def test_other_sites_get_nothing(browser: Browser, server: str) -> None:
    before = jobs(server)
    page = browser.new_page()
    page.route(ELSEWHERE, lambda route: route.fulfill(body="<body>", content_type="text/html"))
    page.goto(ELSEWHERE)
    with page.expect_navigation() as left:
        told = page.evaluate(TRY, server)
    assert left.value is not None
    assert left.value.status in (403, 415)
    names = ("read", "json", "plain", "events", "script")
    assert told == dict.fromkeys(names, "refused")
    assert jobs(server) == before
    page.close()
