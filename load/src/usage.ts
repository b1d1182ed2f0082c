import { figure } from './figures.ts';
import type { Scenario } from './scenarios/scenario.ts';
import { type ScenarioName, scenarios } from './scenarios/scenarios.ts';

const names = Object.keys(scenarios) as ScenarioName[];

/** The lines of a scenario: what it does, its sizes if no option names others, and what its sizes must fulfil. */
function describeScenario(name: ScenarioName): string {
  const { summary, defaults, needs = [] }: Scenario = scenarios[name];
  const { clients, rooms, rate = clients, durationMs } = defaults;
  const sizes = `--clients ${clients} --rooms ${rooms} --rate ${rate} --duration ${figure(durationMs / 1_000)}s`;
  return [
    `  ${name.padEnd(14)} ${summary}`,
    ...(name === 'replay' ? [] : [`by default ${sizes}`]),
    ...needs.map(([text]) => `needs ${text}`),
  ].join(`\n${' '.repeat(17)}`);
}

export const usage = `npm run load -- SCENARIO [options]
npm run load -- tokens --players N --out FILE         players with tokens for another load generator
npm run load -- list                                  the open realms of the server, also of drivers that were killed
npm run load -- end REALM | --all                     deletes the realm of these players, or all of them
npm run load -- report a.json [--html FILE]           the run as one page (load-report.html)
npm run load -- compare a.json b.json [--html FILE]   both runs on one page (load-comparison.html)
                       [--fail-on LIST]              like 'p99>+20%,errors>0'; exits with 1 if one is true
npm run load -- agent --listen HOST:PORT              sends the load of runs on other machines (COPUP_LOAD_SECRET)
npm run load -- replay FILE [options]                 a room's trace, exported in the console

${names.map(describeScenario).join('\n')}

  --url URL          the server; repeat it to distribute the clients over several (default http://localhost:3000)
  --clients N        sockets, 1 to 40000
  --rooms N          auctions, contests or heists, 1 to 2000
  --players N        of tokens: 1 to 5000, divided among its --rooms; --duration is the time that its auctions stay open
  --capacity N       spots of each heist, 2 to 40000 (default half of its players)
  --rate N           bids or plays a second over all rooms, 0 to 5000
  --ramp TIME        time over which the sockets are opened, like 5s (default 1 s per 500 sockets)
  --duration TIME    length of the measurement, like 30s, 10m or 1h
  --from TIME --to TIME, --speed N
                     of replay: which part, as times after the first event, and how many times faster; --duration is its length
  --transport WAY    of commands that clients may send over their socket: http (default) or socket
  --workers N        worker processes of the driver, 1 to 64; of each agent, if there are agents
  --agents LIST      machines that send the load instead of this one, like 10.0.0.7:7400,10.0.0.8:7400; each runs
                     npm run load -- agent --listen HOST:PORT, and all have the same COPUP_LOAD_SECRET
  --seed N           the same seed gives the same schedule
  --json FILE        writes the result, for compare
  --html FILE        writes the report as a single file
  --junit FILE       writes the checks and assertions as test cases of JUnit's XML
  --prometheus FILE  writes the figures in Prometheus's text format, for the node exporter's textfile collector
  --otlp URL         sends the figures to an OpenTelemetry collector by OTLP/HTTP (JSON), like http://localhost:4318
  --assert LIST      like 'p99<250ms,errors=0,divergent=0'; exits with 1 if an assertion fails
  --operator EMAIL --password PASSWORD
                     the account that creates the realm; or COPUP_OPERATOR=EMAIL:PASSWORD (default: the demo operator)
  --spin-passcode X  the passcode of the server's wheel (default: that of the demo)
  --database URL     the target's database, for a full audit of the realm (default: DATABASE_URL, or that of the running npm start)
  --i-own-this-server  allows a target on another machine

Exit code: 0 passed, 1 a check or an assertion failed, 2 the test could not run or not to its end, 130 interrupted.
Every run leaves a result, also one that was interrupted or failed.`;
