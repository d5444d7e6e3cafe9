/** Violations that the refactoring removes. Delete a line when its violation is gone; add none. */
export const knownViolations: Readonly<Record<string, string>> = {
  'files are short': `
    test/assumptions/records.ts
    test/browser/inspector.test.ts
    test/deliver/delivery.test.ts
    test/emulator/external-timers.test.ts
    test/events/event-causes.ts
    test/faults/requests.test.ts
    test/inspector/inspector-api.test.ts
  `,
  'text uses no banned word': `
    test/adapters/command-line.outside.test.ts
    test/adapters/failing/calls.failing.ts
    test/adapters/msw-handler.test.ts: 2
    test/adapters/server-load.test.ts
    test/adapters/vitest.outside.test.ts
    test/bench/built-package.ts: 2
    test/bench/cold-start.ts: 24
    test/bench/goals.ts: 3
    test/bench/growth.ts: 4
    test/bench/interleaved-runs.ts: 3
    test/bench/peers.ts: 3
    test/bench/peers/json-server.ts: 3
    test/bench/peers/mirage-child.ts: 2
    test/bench/peers/mirage.ts: 3
    test/bench/requests.ts
    test/browser/page.test.ts: 2
    test/compat/msw3/dependencies.test.ts: 11
    test/compat/msw3/vitest.config.ts: 2
    test/deliver/failing-receivers.test.ts: 3
    test/deliver/webhook-acts.test.ts
    test/describe/answers.test.ts
    test/emulator/world-commerce.test.ts
    test/emulator/world-names.test.ts
    test/faults/rules.test.ts: 3
    test/kit/acts.test.ts
    test/kit/trace.test.ts: 2
    test/package.outside.test.ts: 28
    test/properties/actions.ts
    test/properties/chaos.test.ts
    test/support/document.ts: 3
    test/support/laws.ts
    test/support/openapi-validator.ts
    test/support/shape-violations.ts: 8
    test/types/emulator.test-d.ts: 7
  `,
  'code uses no banned identifier': `
    test/assumptions.test.ts: 8
    test/bench/peers/msw-handlers.ts: 3
    test/golden/renamed-words.ts: 2
    test/open-points.test.ts: 2
  `,
  'file names are nouns that tell the content': `
    test/examples/lms/broken/writes-back-before-storing.ts
  `,
}
