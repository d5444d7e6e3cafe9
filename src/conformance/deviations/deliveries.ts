/** Deliveries that are repeated, late, simultaneous, or never arrive. */
import type { FaultEffect } from '../../engine/faults/effects.ts'
import {
  deviation,
  type DeviationDefinition,
  type DeviationKindDefinition,
  hitBy,
  type HoldUntil,
} from './deviation.ts'

const retries =
  'the service: a delivery without a 2xx answer is repeated after 5 minutes, three attempts in all'
const backlog = 'the service: a backlog or a retry delays a delivery, and deliveries have no order'
const network = 'the network: a connection can fail before or after the service acts'

type Texts = Pick<DeviationDefinition, 'name' | 'summary' | 'rule' | 'milder'>

const affected = (texts: Texts, effect: FaultEffect): DeviationDefinition =>
  deviation<'delivery'>({ ...texts, at: 'delivery', apply: () => hitBy(texts.name, effect) })

const held = (texts: Texts, until: HoldUntil): DeviationDefinition =>
  deviation<'delivery'>({
    ...texts,
    at: 'delivery',
    apply: (run, delivery) => run.hold(delivery, until, texts.name),
  })

export const deliveries = {
  kind: 'deliveries',
  about: 'a delivery is repeated, late, simultaneous with another one, or never arrives',
  selection: 'default',
  onSequences: true,
  absence:
    'the baseline run has no delivery. Let a step of the scenario cause an event that the webhook subscribes to',
  deviations: [
    affected(
      {
        name: 'unconfirmed',
        summary:
          'The delivery arrives, and its answer is lost. The service sends it again 5 minutes later.',
        rule: `${network}; ${retries}`,
      },
      { response: 'lost' },
    ),
    affected(
      {
        name: 'twice',
        summary: 'The delivery arrives twice.',
        rule: 'the service: delivery is at least once',
      },
      { duplicate: true },
    ),
    held(
      {
        name: 'late',
        summary: 'The delivery arrives after the next notification.',
        rule: backlog,
      },
      'next',
    ),
    held(
      {
        name: 'later',
        summary: 'The delivery arrives after the next step.',
        rule: backlog,
        milder: 'late',
      },
      'step',
    ),
    held(
      {
        name: 'last',
        summary: 'The delivery arrives after all others.',
        rule: backlog,
        milder: 'later',
      },
      'end',
    ),
    held(
      {
        name: 'overlap',
        summary: 'The next delivery starts before this one is answered.',
        rule: 'the service: several deliveries are in flight at the same time',
      },
      'overlap',
    ),
    deviation<'delivery'>({
      name: 'undelivered',
      at: 'delivery',
      summary: 'All attempts of the delivery fail.',
      rule: retries,
      milder: 'unconfirmed',
      apply(run, { notification }) {
        run.dropAttempts(notification)
        return hitBy('undelivered', { reset: true })
      },
    }),
    deviation<'run'>({
      name: 'order',
      at: 'run',
      summary: 'Steps and deliveries happen in this order.',
      rule: backlog,
      isDerived: true,
      apply: (run, { point }) => void run.followOrder(point),
    }),
  ],
} as const satisfies DeviationKindDefinition
