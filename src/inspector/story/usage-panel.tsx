/** The panel of usage beside the story: calls over time against the rate limit, operations, advice and scopes. */
import type { UsageOverview, UsageSeries } from '../../engine/control/views/usage-overview.ts'
import type { Chart } from '../../report/chart/chart.ts'
import { chartSvg } from '../../report/chart/chart-svg.ts'
import { formatCount, formatDuration, formatTimestamp, pluralize } from '../../report/format.ts'
import { EmptyState } from '../components/empty-state.tsx'
import { Markup } from '../components/markup.tsx'
import { Panel } from '../components/panel.tsx'
import { linkBeside, navigateBeside } from '../router.ts'
import { useRoute } from '../use-loaded.ts'

type Usage = UsageOverview['usage']

export function UsagePanel() {
  const { value } = useRoute<UsageOverview>('usage-chart')
  return (
    <Panel
      title="Usage"
      subtitle={value ? `since ${formatTimestamp(value.usage.since)}` : ''}
      isWide
      onClose={() => navigateBeside('story')}
    >
      {value &&
        (value.usage.calls === 0 ? (
          <EmptyState title="No calls yet">
            <p>Each request to the API adds to the usage.</p>
          </EmptyState>
        ) : (
          <UsageReport {...value} />
        ))}
    </Panel>
  )
}

function UsageReport({ usage, chart, dropped }: UsageOverview) {
  const { limit } = usage.rateLimit.highest
  return (
    <div class="usage">
      <Figures usage={usage} />
      <ul class="legend" aria-label="Legend">
        {chart.operations.map((operation, i) => (
          <li key={operation}>
            <span class={`swatch series-${i}`} /> {operation}
          </li>
        ))}
      </ul>
      <div class="scroll-box" tabIndex={0} role="region" aria-label="Chart">
        <Markup html={chartSvg(usageChart(chart, limit))} />
      </div>
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
    </div>
  )
}

/** Calls as bars by operation, the fullest rate window below them, waits as bands. */
function usageChart(series: UsageSeries, limit: number): Chart {
  const { operations, buckets, bucketMs, fromMs, toMs, waits } = series
  const calls = buckets.map((bucket) => bucket.calls.reduce((a, b) => a + b, 0))
  const use = Math.max(0, ...buckets.map(({ windowUse }) => windowUse))
  const waited =
    waits.length > 0 ? ` ${pluralize(waits.length, 'period')} of waiting after a 429.` : ''
  return {
    summary: `Calls over time: at most ${formatCount(Math.max(0, ...calls))} in ${formatDuration(bucketMs)}. The fullest rate window has ${formatCount(use)} of ${formatCount(limit)} calls.${waited}`,
    axis: { from: fromMs, to: toMs, kind: 'time' },
    bands: waits.map((wait) => ({
      from: wait.fromMs,
      to: wait.toMs,
      label: `waiting after a 429: ${formatDuration(wait.toMs - wait.fromMs)}`,
    })),
    panels: [
      {
        label: 'calls',
        height: 150,
        series: operations.map((name, i) => ({
          name,
          kind: 'bars',
          color: i,
          width: bucketMs,
          values: buckets
            .map(({ atMs, calls: counts }): [number, number] => [atMs, counts[i] ?? 0])
            .filter(([, count]) => count > 0),
        })),
      },
      {
        label: 'calls in the fullest rate window',
        height: 70,
        limit: { value: limit, label: `limit ${formatCount(limit)}` },
        series: [
          {
            name: 'fullest rate window',
            kind: 'bars',
            color: 4,
            width: bucketMs,
            values: buckets.map(({ atMs, windowUse }) => [atMs, windowUse]),
          },
        ],
      },
    ],
  }
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
      <h3>Advice</h3>
      {advice.length === 0 && <p class="quiet">No advice: no rule found a call to save.</p>}
      <ul class="plain-list">
        {advice.map(({ id, operation, text, evidence, callSites }) => (
          <li class="card" key={`${id} ${operation}`}>
            <p>{text}</p>
            <p class="quiet">
              {callSites.map((callSite) => (
                <code key={callSite}>{callSite} </code>
              ))}
              {evidence.map((number) => (
                <a key={number} href={linkBeside('story', number)}>
                  #{number}{' '}
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
      <h3>Operations</h3>
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
      <h3>Scopes</h3>
      <dl class="facts">
        <dt>used</dt>
        <dd>{used.join(', ') || 'none'}</dd>
        <dt>granted, unused</dt>
        <dd class="quiet">{unused.join(', ') || 'none'}</dd>
      </dl>
    </>
  )
}

function Deprecated({ deprecated }: Pick<Usage, 'deprecated'>) {
  return (
    <>
      <h3>Deprecated</h3>
      {deprecated.length === 0 && <p class="quiet">The calls used nothing deprecated.</p>}
      <ul class="plain-list">
        {deprecated.map(({ kind, name, operation, calls }) => (
          <li key={`${operation} ${kind} ${name}`}>
            {kind === 'paging' ? 'page number' : `${kind} ${name}`} of {operation}:{' '}
            {pluralize(calls, 'call')}
          </li>
        ))}
      </ul>
    </>
  )
}
