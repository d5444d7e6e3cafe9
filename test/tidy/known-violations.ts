/** Violations that the refactoring removes. Delete a line when its violation is gone; add none. */
export const knownViolations: Readonly<Record<string, string>> = {
  'imports point down, and siblings do not see each other': `
    src/control/instance-routes.ts -> src/adapters/hosting/instance-router.ts
    src/control/scenario-routes.ts -> src/scenarios/remote-integration.ts
    src/control/scenario-routes.ts -> src/scenarios/scenario-run.ts
    src/control/scenario-routes.ts -> src/scenarios/shipped-scenarios.ts
    src/control/snapshot-routes.ts -> src/adapters/hosting/instance-router.ts
    src/inspector/api/assumption-views.ts -> src/control/route.ts
    src/inspector/app/act-store.ts -> src/emulator/reports/act-catalog.ts
    src/inspector/app/components/entry-panel.tsx -> src/emulator/reports/views.ts
    src/inspector/app/faults/fault-form.tsx -> src/emulator/methods/faults.ts
    src/inspector/app/faults/fault-text.ts -> src/emulator/methods/faults.ts
    src/inspector/app/faults/fault-text.ts -> src/faults/fault-rule.ts
    src/inspector/app/faults/faults-view.tsx -> src/emulator/methods/faults.ts
    src/inspector/app/webhooks/notification-panel.tsx -> src/deliver/notification.ts
    src/kit/journal/attempt-lines.ts -> src/deliver/notification.ts
    src/kit/receivers.ts -> src/deliver/envelope.ts
    src/kit/receivers.ts -> src/deliver/notification.ts
    src/kit/receivers.ts -> src/deliver/transport.ts
  `,
  'imports form no circle': `
    src/emulator/context.ts
    src/emulator/delivery-wiring.ts
    src/emulator/emulator-api.ts
    src/emulator/methods/acts.ts
    src/emulator/methods/receiver-registrations.ts
    src/emulator/methods/record-queries.ts
    src/emulator/methods/record-sources.ts
    src/emulator/reports/assumption-report.ts
    src/inspector/app/snapshots/snapshot-comparison.tsx
    src/inspector/app/snapshots/snapshots-view.tsx
    src/model/record-serializer.ts
    src/model/transaction.ts
    src/serve/call.ts
    src/serve/checks/rate-limit.ts
  `,
  'no other resource imports a part of a resource': `
    src/resources/credits.ts
  `,
  'entry points only re-export': `
    src/cli.ts
  `,
  'the source uses globals, packages and casts only where it may': `
    src/adapters/testing/vitest.ts
    src/control/inspector-routes.ts
    src/control/table-routes.ts
    src/describe/explanation.ts: 5
    src/emulator/emulator.ts: 3
    src/emulator/methods/tokens.ts
    src/emulator/reports/assumption-report.ts: 3
    src/emulator/reports/calls-and-deliveries.ts: 2
    src/emulator/reports/unused-faults.ts: 3
    src/inspector/api/entry-summary.ts: 2
    src/inspector/app/components/entry-panel.tsx: 4
    src/serve/checks/route-check.ts
    src/serve/fault-injection.ts: 8
    src/serve/fetch-handler.ts: 6
  `,
  'the source has at most 5 casts over unknown': `
    src/adapters/network/undici.ts
    src/adapters/testing/vitest.ts: 2
    src/control/fault-routes.ts
    src/control/given-routes.ts
    src/define/pagination.ts
    src/define/zod-schema.ts
    src/deliver/transport.ts
    src/emulator/delivery-wiring.ts: 3
    src/emulator/emulator-getters.ts
    src/emulator/msw-handler.ts
    src/emulator/reports/calls-and-deliveries.ts: 3
    src/emulator/reports/outbox.ts
    src/emulator/reports/views.ts
    src/inspector/api/token-views.ts
    src/inspector/api/webhook-views.ts: 3
    src/kit/rows/record-import.ts
    src/machine/fake-timers.ts
    src/machine/tree.ts: 2
  `,
  'a comment explains each cast over unknown': `
    src/adapters/network/undici.ts
    src/adapters/testing/vitest.ts: 2
    src/control/fault-routes.ts
    src/control/given-routes.ts
    src/define/pagination.ts
    src/define/zod-schema.ts
    src/deliver/transport.ts
    src/emulator/delivery-wiring.ts: 3
    src/emulator/emulator-getters.ts
    src/emulator/msw-handler.ts
    src/emulator/reports/calls-and-deliveries.ts: 3
    src/emulator/reports/outbox.ts
    src/emulator/reports/views.ts
    src/inspector/api/token-views.ts
    src/inspector/api/webhook-views.ts: 3
    src/kit/rows/record-import.ts
    src/machine/fake-timers.ts
    src/machine/tree.ts
  `,
  'one exported name is declared in one file': `
    enrollStudents
    formatDuration
    formatTimestamp
    referencedRows
  `,
  'functions are short': `
    src/deliver/dispatcher.ts
    src/emulator/context.ts
    src/machine/clock.ts: 2
  `,
  'files are short': `
    src/define/pagination.ts
    src/deliver/dispatcher.ts
    src/emulator/options.ts
    src/model/transaction.ts
    src/resources/planned_courses.ts
    test/assumptions/records.ts
    test/browser/inspector.test.ts
    test/deliver/delivery.test.ts
    test/emulator/external-timers.test.ts
    test/events/event-causes.ts
    test/faults/requests.test.ts
    test/inspector/inspector-api.test.ts
  `,
  'text uses no banned word': `
    docs/api/README.md
    docs/api/index.md: 24
    docs/api/node.md
    docs/api/playwright.md
    docs/api/records.md: 16
    docs/api/scenarios.md: 4
    docs/api/vitest.md: 2
    docs/behaviours.md: 15
    fixtures/contract/service-v1.yaml
    scripts/build.mjs
    scripts/gen/api-declarations.ts: 2
    scripts/gen/api-docs.ts: 2
    scripts/gen/api-examples.ts: 2
    scripts/gen/api-page.ts: 3
    scripts/gen/api.ts: 8
    scripts/gen/row-types.ts
    scripts/test-browser.mjs
    scripts/test-msw3.mjs: 8
    scripts/test-outside.mjs
    scripts/test.mjs: 5
    src/adapters/cli/arguments.ts
    src/adapters/cli/scenario-command.ts
    src/adapters/hosting/connection-reset.ts
    src/adapters/hosting/server.ts: 2
    src/adapters/network/network-interceptor.ts
    src/adapters/network/node.ts
    src/adapters/network/service-worker.ts
    src/adapters/network/undici-response-writer.ts: 2
    src/adapters/testing/emulator-lookup.ts: 2
    src/adapters/testing/matchers.ts
    src/adapters/testing/playwright.ts
    src/adapters/testing/vitest.ts
    src/cli.ts: 2
    src/control/assumption-report-routes.ts
    src/control/control-plane.ts
    src/control/instance-routes.ts
    src/control/journal-routes.ts
    src/control/route.ts: 2
    src/control/scenario-routes.ts
    src/control/state-routes.ts
    src/control/table-routes.ts
    src/define/behaviours.ts
    src/define/define.ts
    src/define/fields.ts
    src/define/operation.ts
    src/define/presenters.ts: 3
    src/define/recipe.ts: 2
    src/deliver/announcer.ts
    src/deliver/concurrency-limit.ts
    src/deliver/delivery-behaviours.ts: 2
    src/deliver/delivery-queue.ts: 2
    src/deliver/dispatcher-types.ts: 2
    src/deliver/dispatcher.ts: 2
    src/deliver/fault-injection.ts: 3
    src/deliver/in-flight.ts: 4
    src/deliver/notification.ts
    src/deliver/reorder-buffer.ts: 2
    src/deliver/transport.ts: 2
    src/deliver/verify.ts: 2
    src/describe/assumption-report.ts
    src/describe/json-schema.ts
    src/emulator/base-url.ts
    src/emulator/context.ts: 2
    src/emulator/emulator-api.ts: 4
    src/emulator/emulator-getters.ts: 2
    src/emulator/emulator.ts: 2
    src/emulator/methods/direct-fetch.ts
    src/emulator/methods/faults.ts
    src/emulator/methods/receiver-registrations.ts
    src/emulator/methods/tokens.ts: 3
    src/emulator/msw-handler.ts: 2
    src/emulator/options.ts: 5
    src/emulator/reports/act-catalog.ts
    src/emulator/reports/assumption-report.ts
    src/emulator/reports/calls-and-deliveries.ts: 3
    src/emulator/reports/expectations.ts: 2
    src/emulator/reports/openapi.ts
    src/emulator/reports/outbox.ts
    src/emulator/reports/query-checks.ts: 2
    src/emulator/worlds/world-file.ts: 3
    src/faults/fault-rule.ts
    src/faults/rule-parser.ts: 2
    src/inspector/api/clock-player.ts
    src/inspector/api/entry-summary.ts
    src/inspector/api/event-stream.ts
    src/inspector/app/acts/act-field.tsx
    src/inspector/app/acts/input-parser.ts: 4
    src/inspector/app/assumptions/assumption-report-panel.tsx: 2
    src/inspector/app/assumptions/assumptions-view.tsx: 2
    src/inspector/app/faults/fault-text.ts
    src/inspector/app/journal/journal-view.tsx
    src/inspector/app/snapshots/world-file.tsx: 2
    src/inspector/app/theme.ts
    src/inspector/app/timeline/scene.ts: 6
    src/inspector/app/timeline/timeline-canvas.tsx: 2
    src/inspector/app/timeline/timeline-view.tsx: 3
    src/inspector/app/webhooks/webhooks-view.tsx
    src/kit/acts/record-acts.ts
    src/kit/journal/journal-filter.ts
    src/kit/journal/journal-kinds.ts: 2
    src/kit/journal/match-result.ts: 2
    src/kit/journal/partial-match.ts
    src/kit/journal/sentences.ts
    src/kit/journal/trace.ts: 4
    src/kit/receivers.ts
    src/kit/record-origin.ts
    src/kit/rows/given.ts: 2
    src/kit/rows/recipe-context.ts
    src/kit/rows/row-factory.ts: 2
    src/machine/agenda.ts
    src/machine/argument-checks.ts: 2
    src/machine/cells.ts
    src/machine/clock-mode.ts: 3
    src/machine/clock.ts: 10
    src/machine/duration.ts: 2
    src/machine/errors.ts
    src/machine/external-timers.ts: 3
    src/machine/fake-timers.ts: 3
    src/machine/idle-tracker.ts: 4
    src/machine/journal.ts
    src/machine/sleep-queue.ts
    src/machine/store.ts: 2
    src/machine/table.ts
    src/machine/timestamps.ts: 2
    src/model/cascade.ts: 2
    src/model/catalog.ts
    src/model/model.ts: 3
    src/model/settings.ts: 2
    src/model/transition-source.ts
    src/resources/affiliations.ts: 2
    src/resources/attendances.ts
    src/resources/comments.ts: 2
    src/resources/demo/account-membership.ts
    src/resources/demo/addresses.ts
    src/resources/demo/custom-property-values.ts
    src/resources/demo/orders.ts
    src/resources/emails.tags.ts
    src/resources/enrollments.demo.ts: 2
    src/resources/invoice_items.ts
    src/resources/invoices.demo.ts: 3
    src/resources/invoices.ts
    src/resources/leads.products.ts
    src/resources/leads.ts: 2
    src/resources/orders.lifecycle.ts: 2
    src/resources/planning_attendees.ts: 3
    src/resources/planning_conflicts.detection.ts
    src/resources/planning_conflicts.ts
    src/resources/program_elements.ts
    src/resources/rules/certificate-award.ts
    src/resources/rules/enroll.ts
    src/resources/rules/planned-course-schedule.ts
    src/resources/rules/program-elements.ts
    src/resources/shared/custom-properties.ts: 3
    src/resources/shared/money.ts: 2
    src/resources/shared/number-limits.ts: 2
    src/resources/shared/person-names.ts
    src/resources/shared/slugs.ts
    src/resources/teacher_enrollments.ts
    src/resources/teacher_roles.ts
    src/resources/users.deletion.ts
    src/resources/users.principal-ids.ts
    src/resources/webhook_notifications.demo.ts
    src/resources/webhooks.signing-secret.ts
    src/scenarios/remote-integration.ts
    src/scenarios/scenario-run.ts
    src/scenarios/scenario.ts: 3
    src/scenarios/stories/course-fills-up.ts: 2
    src/scenarios/stories/late-cancellation.ts
    src/scenarios/stories/merge-of-merged.ts
    src/scenarios/stories/principal-id-moves.ts: 2
    src/scenarios/stories/teacher-assigned.ts: 2
    src/scenarios/stories/token-scope-revoked.ts
    src/scenarios/stories/transcripts/course-fills-up.txt
    src/scenarios/stories/transcripts/duplicate-and-reordered-deliveries.txt: 3
    src/scenarios/stories/transcripts/principal-id-moves.txt
    src/scenarios/stories/transcripts/token-scope-revoked.txt
    src/serve/call-input.ts: 2
    src/serve/call.ts: 2
    src/serve/fetch-handler.ts
    src/serve/lost-response.ts: 2
    src/vitest.ts
    test/adapters/assumption-limit/created.sample.ts
    test/adapters/assumption-limit/refused.sample.ts
    test/adapters/command-line.outside.test.ts: 7
    test/adapters/failing/calls.failing.ts: 2
    test/adapters/msw-data.test.ts
    test/adapters/msw-handler.test.ts: 4
    test/adapters/open-handles.outside.test.ts
    test/adapters/remote.test.ts
    test/adapters/server-load.test.ts: 4
    test/adapters/server.test.ts: 2
    test/adapters/undici.test.ts
    test/adapters/vitest.outside.test.ts: 2
    test/bench/baseline.ts
    test/bench/built-package.ts: 2
    test/bench/cold-start.ts: 27
    test/bench/deliveries.ts
    test/bench/goals.ts: 3
    test/bench/growth.ts: 4
    test/bench/interleaved-runs.ts: 8
    test/bench/network.ts: 4
    test/bench/operations.ts
    test/bench/outages.ts
    test/bench/package.ts
    test/bench/peers.ts: 3
    test/bench/peers/json-server.ts: 3
    test/bench/peers/mirage-child.ts: 2
    test/bench/peers/mirage.ts: 3
    test/bench/requests.ts: 2
    test/browser/inspector-narrow.test.ts: 2
    test/browser/inspector.test.ts: 10
    test/browser/page.test.ts: 2
    test/compat/msw3/dependencies.test.ts: 16
    test/compat/msw3/vitest.config.ts: 3
    test/control/act-routes.test.ts
    test/control/assumption-report-routes.test.ts
    test/control/invalid-requests.test.ts: 10
    test/control/journal-report-routes.test.ts: 2
    test/deliver/delivery.test.ts: 4
    test/deliver/failing-receivers.test.ts: 5
    test/deliver/network.test.ts: 2
    test/deliver/receivers.test.ts: 7
    test/deliver/verify.test.ts
    test/deliver/webhook-acts.test.ts
    test/describe/answers.test.ts
    test/describe/openapi.test.ts
    test/emulator/assumption-report.test.ts: 2
    test/emulator/auto-clock.test.ts: 5
    test/emulator/emulator-methods.test.ts: 4
    test/emulator/explain.test.ts
    test/emulator/external-timers.test.ts: 3
    test/emulator/options.test.ts: 22
    test/emulator/saved-world.test.ts
    test/emulator/world-commerce.test.ts
    test/emulator/world-names.test.ts
    test/events/event-cause.ts
    test/examples/clients/undici.test.ts
    test/examples/lms/README.md
    test/examples/lms/broken/forgets-earlier-merges.ts
    test/examples/lms/broken/gives-up-at-once.ts
    test/examples/lms/broken/ignores.ts
    test/examples/lms/lms/courses.ts: 2
    test/examples/lms/lms/lms.ts
    test/examples/lms/lms/state.ts
    test/examples/lms/middleware/config.ts
    test/examples/lms/middleware/editions.ts
    test/examples/lms/middleware/resync.ts
    test/faults/deliveries.test.ts
    test/faults/requests.test.ts
    test/faults/rules.test.ts: 3
    test/inspector/inspector-api.test.ts: 7
    test/kit/acts.test.ts
    test/kit/journal-filter.test.ts
    test/kit/trace.test.ts: 3
    test/machine/clock-work.test.ts
    test/machine/clock.test.ts: 3
    test/machine/duration.test.ts: 2
    test/machine/idle-tracker.test.ts
    test/machine/store.test.ts
    test/package.outside.test.ts: 32
    test/properties/actions.ts
    test/properties/chaos.test.ts
    test/properties/chaos.ts: 3
    test/properties/given.test.ts: 2
    test/properties/merge.test.ts
    test/properties/saved-world.test.ts
    test/resources/courses.test.ts
    test/resources/emails.test.ts: 2
    test/resources/in-use.test.ts
    test/resources/orders.test.ts
    test/resources/planned-courses.test.ts
    test/resources/planning.test.ts: 2
    test/resources/users.test.ts
    test/scenarios/lms-consistency.ts
    test/scenarios/scenario-case.ts
    test/serve/requests.test.ts: 2
    test/support/document.ts: 3
    test/support/laws.ts
    test/support/openapi-validator.ts
    test/support/operation-request.ts
    test/support/shape-violations.ts: 9
    test/support/world-rows.ts: 2
    test/types/emulator.test-d.ts: 7
    tsup.config.ts: 9
    vitest.browser.config.ts
    vitest.config.ts: 2
  `,
  'code uses no banned identifier': `
    scripts/gen/row-types.ts: 4
    src/control/inspector-routes.ts
    src/deliver/announcer.ts
    src/deliver/dispatcher.ts
    src/deliver/transport.ts
    src/emulator/options.ts: 3
    src/inspector/api/entry-summary.ts: 3
    src/inspector/api/event-stream.ts: 5
    src/inspector/app/components/entry-panel.tsx: 4
    src/inspector/app/live-feed.ts: 3
    src/kit/acts/act-methods.ts: 2
    src/kit/journal/sentences.ts: 10
    src/kit/rows/given.ts
    src/machine/argument-checks.ts: 2
    src/model/settings.ts: 2
    test/assumptions.test.ts: 8
    test/bench/peers/msw-handlers.ts: 3
    test/emulator/explain.test.ts: 2
    test/faults/requests.test.ts
    test/golden/renamed-words.ts: 2
    test/inspector/inspector-api.test.ts
    test/open-points.test.ts: 2
  `,
  'file names are nouns that tell the content': `
    test/machine/clock-running.test.ts
  `,
}
