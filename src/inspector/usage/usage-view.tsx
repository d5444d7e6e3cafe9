/** The view of usage: calls over time against the rate limit, operations, advice, scopes and deprecated parts. */
import type { UsageOverview } from '../../engine/control/views/usage-overview.ts'
import { get } from '../api-client.ts'
import { EmptyState } from '../components/empty-state.tsx'
import { formatCount, formatDuration, formatTimestamp, pluralize } from '../format.ts'
import { refreshTick } from '../live-feed.ts'
import { linkTo } from '../router.ts'
import { useLoaded } from '../use-loaded.ts'
import { UsageChart } from './usage-chart.tsx'

type Usage = UsageOverview['usage']

export function UsageView() {
  const load = (): Promise<UsageOverview> => get('usage-chart')
  const { value } = useLoaded('usage', load, refreshTick.value)
  return (
    <section class="main page-like usage" aria-label="Usage">
      <header class="tools">
        <h1>Usage</h1>
        <span class="spacer" />
        {value && <span class="quiet">since {formatTimestamp(value.usage.since)}</span>}
      </header>
      {value && (value.usage.calls === 0 ? <NoCalls /> : <UsageReport {...value} />)}
    </section>
  )
}

function NoCalls() {
  return (
    <EmptyState title="No calls yet">
      <p>Each request to the API adds to the usage.</p>
    </EmptyState>
  )
}

function UsageReport({ usage, chart, dropped }: UsageOverview) {
  return (
    <>
      <Figures usage={usage} />
      <UsageChart chart={chart} limit={usage.rateLimit.highest.limit} />
      {dropped > 0 && (
        <p class="quiet">
          The journal dropped {pluralize(dropped, 'entry', 'entries')}. The chart omits them.
        </p>
      )}
      <AdviceList advice={usage.advice} />
      <Operations operations={usage.operations} />
      {usage.unmatched > 0 && (
        <p class="quiet">{pluralize(usage.unmatched, 'call')} matched no operation.</p>
      )}
      <Scopes scopes={usage.scopes} />
      <Deprecated deprecated={usage.deprecated} />
    </>
  )
}

function Figures({ usage: { calls, durationMs, rateLimit } }: { readonly usage: Usage }) {
  const { refused, waitedMs, highest } = rateLimit
  const figures = [
    ['calls', formatCount(calls)],
    ['on the clock', durationMs === 0 ? '0 s' : formatDuration(durationMs)],
    [
      `of ${formatCount(highest.limit)} calls in the fullest rate window`,
      formatCount(highest.calls),
    ],
    [
      `waiting after 429 (${pluralize(refused, 'call')})`,
      waitedMs === 0 ? '0 s' : formatDuration(waitedMs),
    ],
  ] as const
  return (
    <ul class="figures" aria-label="Figures">
      {figures.map(([label, value]) => (
        <li key={label}>
          <strong>{value}</strong>
          <span>{label}</span>
        </li>
      ))}
    </ul>
  )
}

function AdviceList({ advice }: { readonly advice: Usage['advice'] }) {
  return (
    <>
      <h2>Advice</h2>
      {advice.length === 0 && <p class="quiet">No advice: no rule found a call to save.</p>}
      <ul class="plain-list">
        {advice.map(({ id, operation, text, evidence, callSites }) => (
          <li class="card" key={`${id} ${operation}`}>
            <p>{text}</p>
            <p class="quiet">
              {callSites.map((callSite) => (
                <code key={callSite}>{callSite}</code>
              ))}{' '}
              {pluralize(evidence.length, 'entry', 'entries').replace(/^\S+ /, 'journal ')}{' '}
              {evidence.map((number) => (
                <a key={number} href={linkTo('journal', number)}>
                  {number}
                </a>
              ))}
            </p>
          </li>
        ))}
      </ul>
    </>
  )
}

const counted = ['calls', 'pages', 'rows', 'requestBytes', 'responseBytes'] as const
const headings = ['Calls', 'Pages', 'Records', 'Bytes sent', 'Bytes received']

function Operations({ operations }: Pick<Usage, 'operations'>) {
  return (
    <>
      <h2>Operations</h2>
      <div class="scroll-box" tabIndex={0} role="region" aria-label="Operations">
        <table class="grid">
          <thead>
            <tr>
              <th scope="col">Operation</th>
              {headings.map((heading) => (
                <th scope="col" class="amount" key={heading}>
                  {heading}
                </th>
              ))}
              <th scope="col">Statuses</th>
            </tr>
          </thead>
          <tbody>
            {operations.map((each) => (
              <tr key={each.operation}>
                <th scope="row">{each.operation}</th>
                {counted.map((name) => (
                  <td class="amount" key={name}>
                    {formatCount(each[name])}
                  </td>
                ))}
                <td>{formatCounts(each.statuses)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

const formatCounts = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .map(([name, count]) => `${name}: ${formatCount(count)}`)
    .join(', ')

function Scopes({ scopes: { used, unused } }: Pick<Usage, 'scopes'>) {
  return (
    <>
      <h2>Scopes</h2>
      <dl class="facts">
        <dt>used</dt>
        <dd>
          {used.length === 0 ? 'none' : used.map((scope) => <Tag key={scope} text={scope} />)}
        </dd>
        <dt>granted, unused</dt>
        <dd class="quiet">{unused.length === 0 ? 'none' : unused.join(', ')}</dd>
      </dl>
    </>
  )
}

const Tag = ({ text }: { readonly text: string }) => <span class="tag">{text}</span>

function Deprecated({ deprecated }: Pick<Usage, 'deprecated'>) {
  return (
    <>
      <h2>Deprecated</h2>
      {deprecated.length === 0 && <p class="quiet">The calls used nothing deprecated.</p>}
      <ul class="plain-list">
        {deprecated.map(({ kind, name, operation, calls }) => (
          <li key={`${operation} ${kind} ${name}`}>
            {kind === 'paging' ? (
              'page number'
            ) : (
              <>
                {kind} <code>{name}</code>
              </>
            )}{' '}
            of {operation}: {pluralize(calls, 'call')}
          </li>
        ))}
      </ul>
    </>
  )
}
