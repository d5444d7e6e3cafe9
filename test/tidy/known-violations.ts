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
  'entry points only re-export': `
    src/cli.ts
  `,
  'the source uses globals, packages and casts only where it may': `
    src/adapters/testing/vitest.ts
    src/control/inspector-routes.ts
    src/control/table-routes.ts
    src/describe/explanation.ts: 5
    src/emulator/context.ts: 7
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
    Advanced
    Bill
    Cell
    EmulatorFixtures
    Field
    Grade
    Id
    Kind
    KnownNames
    Move
    Note
    Place
    Route
    Task
    Values
    Wanted
    Webhook
    enroll
    exampleOf
    gradeOf
    insistOnKeys
    readingsOf
    receiverOf
    sentenceOf
    whole
  `,
  'functions are short': `
    src/deliver/dispatcher.ts
    src/machine/clock.ts
  `,
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
    CHANGELOG.md: 2
    DEVELOPERS.md: 4
    README.md: 4
    docs/api/README.md: 8
    docs/api/index.md: 58
    docs/api/node.md: 11
    docs/api/playwright.md
    docs/api/records.md: 16
    docs/api/scenarios.md: 5
    docs/api/storybook.md
    docs/api/vitest.md: 2
    docs/behaviours.md: 16
    docs/decisions/001-operations-not-a-crud-mode.md
    docs/decisions/005-the-default-world-is-shipped.md
    docs/decisions/006-quiet-is-counted-in-turns.md: 2
    docs/decisions/008-worlds-by-token.md
    docs/decisions/009-time-is-shared-by-leading.md: 2
    docs/decisions/012-records-go-one-way-at-a-time.md: 4
    docs/decisions/013-what-goes-with-a-record.md: 2
    docs/decisions/015-undici-at-its-dispatcher.md: 2
    docs/decisions/016-jest-loads-beforehand.md
    docs/decisions/017-a-handler-of-our-own.md: 2
    docs/decisions/018-one-process-and-others.md: 4
    docs/guides/acts-and-events.md: 2
    docs/guides/other-languages.md: 2
    docs/guides/troubleshooting.md: 3
    docs/guides/webhooks.md
    fixtures/contract/service-v1.yaml: 4
    llms.txt: 2
    scripts/build.mjs
    scripts/gen.ts: 2
    scripts/gen/api-declarations.ts: 2
    scripts/gen/api-docs.ts: 10
    scripts/gen/api-examples.ts: 7
    scripts/gen/api-page.ts: 3
    scripts/gen/api.ts: 27
    scripts/gen/behaviours-page.ts
    scripts/gen/doc-tests.ts: 2
    scripts/gen/grade-table.ts
    scripts/gen/row-types.ts
    scripts/gen/shipped-world.ts: 2
    scripts/test-browser.mjs
    scripts/test-msw3.mjs: 8
    scripts/test-outside.mjs
    scripts/test.mjs: 5
    src/adapters/cli/arguments.ts
    src/adapters/cli/command-line.ts
    src/adapters/cli/scenario-command.ts
    src/adapters/hosting/connection-reset.ts
    src/adapters/hosting/cors.ts
    src/adapters/hosting/emulator-handler.ts: 9
    src/adapters/hosting/instance-router.ts: 9
    src/adapters/hosting/server.ts: 7
    src/adapters/hosting/storybook.ts: 2
    src/adapters/network/network-interceptor.ts
    src/adapters/network/node.ts
    src/adapters/network/service-worker.ts
    src/adapters/network/undici-response-writer.ts: 2
    src/adapters/testing/assertions.ts: 4
    src/adapters/testing/emulator-lookup.ts: 2
    src/adapters/testing/matchers.ts: 6
    src/adapters/testing/playwright.ts
    src/adapters/testing/task-meta.ts
    src/adapters/testing/vitest.ts: 2
    src/cli.ts: 6
    src/control/assumption-report-routes.ts: 3
    src/control/clock-routes.ts: 2
    src/control/control-plane.ts
    src/control/given-routes.ts: 2
    src/control/inspector-routes.ts: 3
    src/control/instance-routes.ts: 8
    src/control/journal-routes.ts
    src/control/route.ts: 6
    src/control/scenario-routes.ts: 3
    src/control/settings-routes.ts: 2
    src/control/snapshot-routes.ts: 6
    src/control/state-routes.ts: 2
    src/control/table-routes.ts
    src/define/behaviours.ts
    src/define/define.ts
    src/define/fields.ts
    src/define/operation.ts
    src/define/presenters.ts: 3
    src/define/recipe.ts: 3
    src/define/resource.ts: 4
    src/deliver/announcer.ts: 6
    src/deliver/concurrency-limit.ts
    src/deliver/delivery-behaviours.ts: 2
    src/deliver/delivery-queue.ts: 2
    src/deliver/dispatcher-types.ts: 9
    src/deliver/dispatcher.ts: 41
    src/deliver/fault-injection.ts: 3
    src/deliver/in-flight.ts: 23
    src/deliver/notification.ts: 10
    src/deliver/reorder-buffer.ts: 2
    src/deliver/transport.ts: 8
    src/deliver/verify.ts: 2
    src/describe/assumption-report.ts: 4
    src/describe/json-schema.ts
    src/emulator/base-url.ts
    src/emulator/context.ts: 36
    src/emulator/delivery-wiring.ts: 12
    src/emulator/emulator-api.ts: 7
    src/emulator/emulator-getters.ts: 4
    src/emulator/emulator.ts: 33
    src/emulator/instance-key.ts: 3
    src/emulator/methods/direct-fetch.ts
    src/emulator/methods/fault-changes.ts: 3
    src/emulator/methods/faults.ts
    src/emulator/methods/receiver-registrations.ts: 8
    src/emulator/methods/record-queries.ts: 2
    src/emulator/methods/tokens.ts: 10
    src/emulator/msw-handler.ts: 2
    src/emulator/options.ts: 46
    src/emulator/reports/act-catalog.ts
    src/emulator/reports/assumption-report.ts: 9
    src/emulator/reports/calls-and-deliveries.ts: 11
    src/emulator/reports/expectations.ts: 20
    src/emulator/reports/openapi.ts: 5
    src/emulator/reports/outbox.ts
    src/emulator/reports/query-checks.ts: 15
    src/emulator/worlds/seeded-world.ts: 3
    src/emulator/worlds/world-file.ts: 9
    src/faults/fault-rule.ts
    src/faults/rule-parser.ts: 11
    src/index.ts: 5
    src/inspector/api/assumption-views.ts: 2
    src/inspector/api/clock-player.ts
    src/inspector/api/entry-summary.ts: 9
    src/inspector/api/event-stream.ts
    src/inspector/app/acts/act-field.tsx
    src/inspector/app/acts/input-parser.ts: 4
    src/inspector/app/api-client.ts
    src/inspector/app/assumptions/assumption-report-panel.tsx: 6
    src/inspector/app/assumptions/assumptions-view.tsx: 5
    src/inspector/app/faults/fault-text.ts
    src/inspector/app/journal/journal-view.tsx: 10
    src/inspector/app/snapshots/world-file.tsx: 2
    src/inspector/app/theme.ts
    src/inspector/app/timeline/hit-test.ts: 8
    src/inspector/app/timeline/overview.tsx
    src/inspector/app/timeline/painter.ts: 15
    src/inspector/app/timeline/scene.ts: 40
    src/inspector/app/timeline/timeline-canvas.tsx: 3
    src/inspector/app/timeline/timeline-view.tsx: 5
    src/inspector/app/webhooks/webhooks-view.tsx
    src/kit/acts/record-acts.ts: 5
    src/kit/journal/journal-filter.ts: 3
    src/kit/journal/journal-kinds.ts: 2
    src/kit/journal/match-result.ts: 5
    src/kit/journal/partial-match.ts
    src/kit/journal/sentences.ts
    src/kit/journal/trace.ts: 9
    src/kit/receivers.ts
    src/kit/record-origin.ts
    src/kit/rows/given-checks.ts: 4
    src/kit/rows/given.ts: 8
    src/kit/rows/recipe-context.ts
    src/kit/rows/record-import.ts: 6
    src/kit/rows/row-factory.ts: 8
    src/machine/agenda.ts
    src/machine/argument-checks.ts: 4
    src/machine/cells.ts
    src/machine/clock-mode.ts: 3
    src/machine/clock.ts: 10
    src/machine/codecs.ts: 4
    src/machine/duration.ts: 2
    src/machine/errors.ts
    src/machine/external-timers.ts: 3
    src/machine/fake-timers.ts: 3
    src/machine/idle-tracker.ts: 10
    src/machine/journal.ts
    src/machine/sleep-queue.ts
    src/machine/store.ts: 9
    src/machine/table-codec.ts: 2
    src/machine/table.ts
    src/machine/timestamps.ts: 2
    src/model/cascade.ts: 3
    src/model/catalog.ts
    src/model/model.ts: 6
    src/model/settings.ts: 2
    src/model/transaction.ts
    src/model/transition-source.ts: 3
    src/resources/affiliations.ts: 2
    src/resources/attendances.ts
    src/resources/comments.ts: 2
    src/resources/custom_field_options.ts: 3
    src/resources/custom_records.ts: 3
    src/resources/demo/account-membership.ts
    src/resources/demo/addresses.ts
    src/resources/demo/custom-property-values.ts
    src/resources/demo/orders.ts
    src/resources/emails.tags.ts
    src/resources/enrollments.demo.ts: 3
    src/resources/enrollments.ts: 2
    src/resources/grades.ts: 6
    src/resources/invoice_items.ts
    src/resources/invoices.demo.ts: 21
    src/resources/invoices.ts: 3
    src/resources/leads.products.ts: 3
    src/resources/leads.ts: 2
    src/resources/orders.lifecycle.ts: 2
    src/resources/planned_courses.demo.ts
    src/resources/planned_courses.ts: 6
    src/resources/planning_attendees.ts: 5
    src/resources/planning_conflicts.detection.ts
    src/resources/planning_conflicts.ts
    src/resources/program_editions.ts: 6
    src/resources/program_elements.ts: 4
    src/resources/rules/certificate-award.ts
    src/resources/rules/enroll.ts
    src/resources/rules/planned-course-schedule.ts: 4
    src/resources/rules/program-elements.ts: 3
    src/resources/rules/teacher-assignment.ts: 2
    src/resources/shared/custom-properties.ts: 6
    src/resources/shared/dates.ts
    src/resources/shared/money.ts: 5
    src/resources/shared/number-limits.ts: 4
    src/resources/shared/person-names.ts
    src/resources/shared/slugs.ts
    src/resources/teacher_enrollments.ts: 7
    src/resources/teacher_roles.ts
    src/resources/users.deletion.ts
    src/resources/users.principal-ids.ts
    src/resources/users.ts
    src/resources/webhook_notifications.demo.ts
    src/resources/webhooks.signing-secret.ts
    src/resources/webhooks.ts
    src/scenarios/remote-integration.ts
    src/scenarios/scenario-run.ts
    src/scenarios/scenario.ts: 4
    src/scenarios/stories/course-fills-up.ts: 2
    src/scenarios/stories/late-cancellation.ts
    src/scenarios/stories/merge-of-merged.ts
    src/scenarios/stories/principal-id-moves.ts: 2
    src/scenarios/stories/slow-receiver-backlog.ts: 3
    src/scenarios/stories/teacher-assigned.ts: 2
    src/scenarios/stories/token-scope-revoked.ts
    src/scenarios/stories/transcripts/course-fills-up.txt
    src/scenarios/stories/transcripts/duplicate-and-reordered-deliveries.txt: 3
    src/scenarios/stories/transcripts/principal-id-moves.txt
    src/scenarios/stories/transcripts/token-scope-revoked.txt
    src/serve/call-input.ts: 4
    src/serve/call.ts: 2
    src/serve/fault-injection.ts: 2
    src/serve/fetch-handler.ts: 5
    src/serve/lost-response.ts: 2
    src/vitest.ts
    test/adapters/assumption-limit/created.sample.ts
    test/adapters/assumption-limit/refused.sample.ts
    test/adapters/command-line.outside.test.ts: 7
    test/adapters/failing/calls.failing.ts: 2
    test/adapters/mount.test.ts: 3
    test/adapters/msw-data.test.ts: 2
    test/adapters/msw-handler.test.ts: 4
    test/adapters/open-handles.outside.test.ts
    test/adapters/remote.test.ts
    test/adapters/server-load.test.ts: 4
    test/adapters/server.test.ts: 2
    test/adapters/undici.test.ts
    test/adapters/vitest.outside.test.ts: 2
    test/assumptions/events.ts: 3
    test/bench/baseline.ts: 3
    test/bench/built-package.ts: 2
    test/bench/cold-start.ts: 30
    test/bench/deliveries.ts: 3
    test/bench/goals.ts: 3
    test/bench/growth.ts: 10
    test/bench/interleaved-runs.ts: 14
    test/bench/network.ts: 6
    test/bench/operations.ts: 5
    test/bench/outages.ts: 5
    test/bench/package.ts
    test/bench/peers.ts: 5
    test/bench/peers/json-server.ts: 5
    test/bench/peers/mirage-child.ts: 4
    test/bench/peers/mirage.ts: 5
    test/bench/peers/peer.ts: 3
    test/bench/requests.ts: 2
    test/bench/snapshots.ts: 6
    test/browser/inspector-narrow.test.ts: 2
    test/browser/inspector.test.ts: 10
    test/browser/page.test.ts: 2
    test/compat/msw3/dependencies.test.ts: 16
    test/compat/msw3/vitest.config.ts: 3
    test/control/act-routes.test.ts
    test/control/assumption-report-routes.test.ts: 5
    test/control/invalid-requests.test.ts: 12
    test/control/journal-report-routes.test.ts: 2
    test/deliver/delivery.test.ts: 7
    test/deliver/failing-receivers.test.ts: 6
    test/deliver/network.test.ts: 5
    test/deliver/receivers.test.ts: 7
    test/deliver/verify.test.ts
    test/deliver/webhook-acts.test.ts
    test/describe/answers.test.ts
    test/describe/openapi.test.ts
    test/emulator/assumption-report.test.ts: 11
    test/emulator/auto-clock.test.ts: 5
    test/emulator/emulator-methods.test.ts: 5
    test/emulator/explain.test.ts
    test/emulator/external-timers.test.ts: 3
    test/emulator/options.test.ts: 36
    test/emulator/saved-world.test.ts: 3
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
    test/examples/lms/middleware/administration.ts
    test/examples/lms/middleware/config.ts
    test/examples/lms/middleware/editions.ts
    test/examples/lms/middleware/resync.ts: 2
    test/faults/deliveries.test.ts
    test/faults/outages.test.ts: 6
    test/faults/requests.test.ts
    test/faults/rules.test.ts: 3
    test/inspector/inspector-api.test.ts: 7
    test/kit/acts.test.ts
    test/kit/journal-filter.test.ts
    test/kit/trace.test.ts: 3
    test/machine/clock-work.test.ts
    test/machine/clock.test.ts: 3
    test/machine/duration.test.ts: 2
    test/machine/idle-tracker.test.ts: 5
    test/machine/store.test.ts
    test/model/cascade.test.ts
    test/model/extra-resource.test.ts: 2
    test/package.outside.test.ts: 32
    test/properties/actions.ts: 10
    test/properties/chaos.test.ts: 2
    test/properties/chaos.ts: 3
    test/properties/fork.test.ts: 13
    test/properties/given.test.ts: 2
    test/properties/journal.test.ts: 7
    test/properties/merge.test.ts
    test/properties/saved-world.test.ts: 5
    test/resources/courses.test.ts
    test/resources/emails.test.ts: 2
    test/resources/in-use.test.ts
    test/resources/orders.test.ts
    test/resources/planned-courses.test.ts
    test/resources/planning.test.ts: 2
    test/resources/users.test.ts
    test/scenarios/cases/faults.ts: 6
    test/scenarios/cases/first-sync.ts: 2
    test/scenarios/cases/merge.ts: 5
    test/scenarios/cases/people.ts: 5
    test/scenarios/cases/places.ts: 5
    test/scenarios/lms-consistency.ts: 2
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
    scripts/gen/behaviours-page.ts
    scripts/gen/row-types.ts: 4
    src/adapters/cli/arguments.ts: 4
    src/adapters/cli/command-line.ts: 6
    src/adapters/cli/scenario-command.ts: 4
    src/adapters/hosting/emulator-handler.ts: 2
    src/adapters/hosting/server.ts: 4
    src/adapters/hosting/vite.ts: 2
    src/adapters/network/node.ts: 2
    src/adapters/remote.ts: 7
    src/adapters/testing/emulator-lookup.ts: 4
    src/adapters/testing/vitest.ts: 9
    src/control/clock-routes.ts: 2
    src/control/control-plane.ts: 2
    src/control/given-routes.ts: 2
    src/control/inspector-routes.ts: 4
    src/control/instance-routes.ts: 2
    src/control/journal-routes.ts: 2
    src/control/table-routes.ts: 10
    src/define/behaviours.ts
    src/define/define.ts
    src/define/pagination.ts: 3
    src/define/presenters.ts: 4
    src/define/problems.ts: 10
    src/define/recipe.ts: 5
    src/define/tx.ts
    src/deliver/announcer.ts: 3
    src/deliver/delivery-behaviours.ts: 6
    src/deliver/dispatcher-types.ts: 3
    src/deliver/dispatcher.ts: 19
    src/deliver/fault-injection.ts: 4
    src/deliver/in-flight.ts: 2
    src/deliver/reorder-buffer.ts: 3
    src/deliver/signatures.ts
    src/deliver/transport.ts: 10
    src/deliver/verify.ts: 3
    src/describe/assumption-report.ts: 7
    src/describe/explanation.ts: 20
    src/emulator/base-url.ts: 2
    src/emulator/context.ts: 20
    src/emulator/delivery-wiring.ts: 7
    src/emulator/emulator-api.ts: 18
    src/emulator/emulator-getters.ts: 4
    src/emulator/emulator.ts: 32
    src/emulator/methods/fault-changes.ts: 7
    src/emulator/methods/faults.ts: 14
    src/emulator/methods/receiver-registrations.ts: 9
    src/emulator/methods/record-queries.ts: 6
    src/emulator/methods/record-sources.ts: 6
    src/emulator/methods/tokens.ts: 17
    src/emulator/options.ts: 30
    src/emulator/reports/act-catalog.ts: 2
    src/emulator/reports/assumption-report.ts: 19
    src/emulator/reports/calls-and-deliveries.ts: 15
    src/emulator/reports/expectations.ts: 12
    src/emulator/reports/journal-reports.ts: 8
    src/emulator/reports/openapi.ts: 5
    src/emulator/reports/outbox.ts: 3
    src/emulator/reports/query-checks.ts: 16
    src/emulator/reports/unused-faults.ts: 7
    src/emulator/reports/views.ts: 4
    src/emulator/worlds/seeded-world.ts: 2
    src/emulator/worlds/world-file.ts: 9
    src/faults/effect-parser.ts: 3
    src/faults/fault-rule.ts
    src/faults/fault-store.ts: 3
    src/faults/rule-parser.ts: 9
    src/index.ts
    src/inspector/api/assumption-views.ts: 9
    src/inspector/api/clock-player.ts: 3
    src/inspector/api/entry-summary.ts: 11
    src/inspector/api/event-stream.ts: 13
    src/inspector/api/page-assets.ts: 2
    src/inspector/api/row-relations.ts: 4
    src/inspector/api/row-search.ts: 2
    src/inspector/api/token-views.ts: 6
    src/inspector/api/webhook-views.ts: 4
    src/inspector/app/acts/input-parser.ts: 4
    src/inspector/app/assumptions/assumptions-view.tsx: 9
    src/inspector/app/components/entry-panel.tsx: 10
    src/inspector/app/journal-store.ts: 5
    src/inspector/app/journal/journal-view.tsx: 4
    src/inspector/app/live-feed.ts: 10
    src/inspector/app/timeline/hit-test.ts: 3
    src/inspector/app/timeline/painter.ts: 4
    src/inspector/app/timeline/scene.ts: 12
    src/inspector/app/timeline/timeline-canvas.tsx: 3
    src/kit/acts/act-methods.ts: 9
    src/kit/acts/record-acts.ts: 18
    src/kit/journal/journal-filter.ts: 2
    src/kit/journal/sentences.ts: 10
    src/kit/record-origin.ts: 4
    src/kit/rows/created-at.ts: 4
    src/kit/rows/faker.ts: 2
    src/kit/rows/given-checks.ts: 22
    src/kit/rows/given.ts: 8
    src/kit/rows/recipe-context.ts: 4
    src/kit/rows/record-import.ts: 10
    src/kit/rows/row-factory.ts: 3
    src/machine/agenda.ts: 2
    src/machine/argument-checks.ts: 6
    src/machine/clock-mode.ts: 3
    src/machine/clock.ts: 10
    src/machine/codecs.ts: 3
    src/machine/errors.ts: 9
    src/machine/fake-timers.ts: 7
    src/machine/idle-tracker.ts: 4
    src/machine/journal.ts: 2
    src/machine/table-codec.ts: 2
    src/machine/timestamps.ts: 6
    src/model/model.ts: 5
    src/model/record-serializer.ts: 2
    src/model/settings.ts: 5
    src/model/transaction.ts: 10
    src/model/transition-source.ts: 4
    src/resources/attendances.ts: 4
    src/resources/comments.ts
    src/resources/course_locations.ts
    src/resources/courses.ts: 2
    src/resources/credits.ts: 2
    src/resources/custom_field_options.ts
    src/resources/custom_records.ts
    src/resources/demo/account-membership.ts: 4
    src/resources/demo/custom-property-values.ts: 3
    src/resources/demo/orders.ts: 6
    src/resources/demo/status-dates.ts: 5
    src/resources/demo/timestamps.ts: 3
    src/resources/educators.ts
    src/resources/emails.tags.ts
    src/resources/emails.ts
    src/resources/enrollments.demo.ts: 5
    src/resources/enrollments.ts: 3
    src/resources/grades.ts
    src/resources/invoices.demo.ts: 7
    src/resources/invoices.ts
    src/resources/labels.ts
    src/resources/leads.ts: 3
    src/resources/material_groups.ts
    src/resources/materials.ts
    src/resources/meeting_locations.ts
    src/resources/meetings.demo.ts: 3
    src/resources/orders.lifecycle.ts: 4
    src/resources/orders.ts: 3
    src/resources/organization_affiliations.ts
    src/resources/payments.ts
    src/resources/planned_courses.demo.ts: 2
    src/resources/planned_courses.ts
    src/resources/planning_attendees.ts: 2
    src/resources/planning_conflicts.detection.ts
    src/resources/program_editions.ts
    src/resources/program_enrollments.ts: 3
    src/resources/programs.ts
    src/resources/rules/authentication-providers.ts: 2
    src/resources/rules/certificate-award.ts: 2
    src/resources/rules/enroll.ts
    src/resources/rules/invoice-totals.ts
    src/resources/rules/teacher-assignment.ts
    src/resources/shared/custom-properties.ts
    src/resources/shared/number-limits.ts: 3
    src/resources/teacher_enrollments.ts
    src/resources/teacher_roles.ts
    src/resources/teachers.ts
    src/resources/users.deletion.ts: 2
    src/resources/users.merge.ts: 4
    src/resources/users.principal-ids.ts
    src/resources/users.ts: 2
    src/resources/webhook_notifications.demo.ts: 2
    src/resources/webhooks.signing-secret.ts
    src/resources/webhooks.ts: 2
    src/scenarios/remote-integration.ts: 2
    src/scenarios/scenario.ts: 2
    src/serve/call-input.ts: 7
    src/serve/call.ts: 3
    src/serve/checks/authentication.ts: 4
    src/serve/checks/authorization.ts: 2
    src/serve/checks/rate-limit.ts: 5
    src/serve/checks/route-check.ts: 11
    src/serve/fault-injection.ts: 3
    src/serve/fetch-handler.ts: 2
    src/serve/path-records.ts
    test/assumptions.test.ts: 10
    test/bench/peers.ts: 4
    test/bench/peers/msw-handlers.ts: 3
    test/control/invalid-requests.test.ts
    test/deliver/verify.test.ts
    test/emulator/assumption-report.test.ts
    test/emulator/emulator-methods.test.ts: 5
    test/emulator/explain.test.ts: 4
    test/emulator/options.test.ts
    test/emulator/saved-world.test.ts: 2
    test/examples/lms/middleware/memory.ts
    test/examples/lms/middleware/queue.ts
    test/faults/requests.test.ts
    test/inspector/inspector-api.test.ts: 2
    test/machine/clock-fixture.ts: 2
    test/machine/errors.test.ts: 4
    test/machine/idle-tracker.test.ts
    test/model/extra-resource.test.ts: 5
    test/model/scheduled-transitions.test.ts: 2
    test/open-points.test.ts: 2
    test/resources/alternative-assumptions.test.ts
    test/resources/users.test.ts
    test/serve/requests.test.ts
    test/support/response-log.ts: 6
    test/types/define.test-d.ts
  `,
  'no exported name is banned': `
    src/define/scheduled-transition.ts
    src/define/verbs/record.ts
    src/deliver/transport.ts
    src/emulator/emulator-api.ts: 2
    src/emulator/emulator-getters.ts
    src/emulator/methods/acts.ts
    src/emulator/reports/expectations.ts
    src/emulator/worlds/world-file.ts
    src/faults/fault-rule.ts
    src/inspector/app/api-client.ts: 3
    src/kit/rows/given-checks.ts
    src/machine/clock.ts
    test/bench/interleaved-runs.ts: 2
    test/properties/arbitraries.ts
    test/support/api-client.ts
    test/support/page-walk.ts
  `,
  'file names are nouns that tell the content': `
    test/machine/clock-running.test.ts
  `,
}
