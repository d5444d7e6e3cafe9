/** Violations that the refactoring removes. Delete a line when its violation is gone; add none. */
export const knownViolations: Readonly<Record<string, string>> = {
  'imports point down, and siblings do not see each other': `
    fixtures/scenarios/course-fills-up.ts -> src/adapters/scenario/scenario.ts
    fixtures/scenarios/course-fills-up.ts -> src/machine/errors.ts
    fixtures/scenarios/deleted-user-mapping.ts -> src/adapters/scenario/scenario.ts
    fixtures/scenarios/duplicate-and-reordered-deliveries.ts -> src/adapters/scenario/scenario.ts
    fixtures/scenarios/edition-with-lms-link.ts -> src/adapters/scenario/scenario.ts
    fixtures/scenarios/email-match-writes-back.ts -> src/adapters/scenario/scenario.ts
    fixtures/scenarios/flag-switched-off.ts -> src/adapters/scenario/scenario.ts
    fixtures/scenarios/late-cancellation.ts -> src/adapters/scenario/scenario.ts
    fixtures/scenarios/lms-first-sync.ts -> src/adapters/scenario/scenario.ts
    fixtures/scenarios/merge-during-outage.ts -> src/adapters/scenario/scenario.ts
    fixtures/scenarios/merge-of-merged.ts -> src/adapters/scenario/scenario.ts
    fixtures/scenarios/merge.ts -> src/adapters/scenario/scenario.ts
    fixtures/scenarios/principal-id-moves.ts -> src/adapters/scenario/scenario.ts
    fixtures/scenarios/rate-limit-storm.ts -> src/adapters/scenario/scenario.ts
    fixtures/scenarios/receiver-down-30-minutes.ts -> src/adapters/scenario/scenario.ts
    fixtures/scenarios/slow-receiver-backlog.ts -> src/adapters/scenario/scenario.ts
    fixtures/scenarios/teacher-assigned.ts -> src/adapters/scenario/scenario.ts
    fixtures/scenarios/token-scope-revoked.ts -> src/adapters/scenario/scenario.ts
    src/adapters/asked.ts -> src/emulator.ts
    src/adapters/browser.ts -> src/emulator.ts
    src/adapters/command-line.ts -> fixtures/worlds/worlds.ts
    src/adapters/control/acting-routes.ts -> src/emulator.ts
    src/adapters/control/fault-routes.ts -> src/emulator.ts
    src/adapters/control/inspector-routes.ts -> src/emulator.ts
    src/adapters/control/inspector-routes.ts -> src/version.ts
    src/adapters/control/snapshot-routes.ts -> src/emulator.ts
    src/adapters/control/state-routes.ts -> src/emulator.ts
    src/adapters/control/state-routes.ts -> src/version.ts
    src/adapters/control/table-routes.ts -> src/emulator.ts
    src/adapters/control/telling-routes.ts -> src/emulator.ts
    src/adapters/control/world-routes.ts -> src/emulator.ts
    src/adapters/inspector/live.ts -> src/emulator.ts
    src/adapters/inspector/player.ts -> src/emulator.ts
    src/adapters/mount.ts -> src/emulator.ts
    src/adapters/node.ts -> src/emulator.ts
    src/adapters/scenario/command.ts -> fixtures/scenarios/scenarios.ts
    src/adapters/scenario/names.ts -> fixtures/scenarios/scenarios.ts
    src/adapters/scenario/run.ts -> src/emulator.ts
    src/adapters/server.ts -> src/emulator.ts
    src/adapters/storybook.ts -> src/emulator.ts
    src/adapters/succession.ts -> src/emulator.ts
    src/adapters/vitest.ts -> src/emulator.ts
    src/adapters/worlds.ts -> src/emulator.ts
    src/define/tx.ts -> src/resources/rows.ts
    src/emulator/openapi.ts -> src/version.ts
    src/emulator/options.ts -> fixtures/worlds/worlds.ts
    src/emulator/saving.ts -> src/version.ts
    src/emulator/seeding.ts -> fixtures/worlds/shipped.ts
    src/emulator/seeding.ts -> fixtures/worlds/worlds.ts
    src/faults/rule.ts -> src/resources/rows.ts
    src/index.ts -> fixtures/worlds/worlds.ts
    src/kit/attempt-lines.ts -> src/deliver/notification.ts
    src/kit/receivers.ts -> src/deliver/envelope.ts
    src/kit/receivers.ts -> src/deliver/notification.ts
    src/kit/receivers.ts -> src/deliver/transport.ts
    src/kit/receivers.ts -> src/resources/rows.ts
    src/model/flags.ts -> src/resources/rows.ts
    src/resources/accounts.ts -> src/define.ts
    src/resources/affiliations.ts -> src/define.ts
    src/resources/api_keys.ts -> src/define.ts
    src/resources/attendances.ts -> src/define.ts
    src/resources/authentications.ts -> src/define.ts
    src/resources/catalog_products.ts -> src/define.ts
    src/resources/catalog_variants.ts -> src/define.ts
    src/resources/categories.ts -> src/define.ts
    src/resources/certificates.ts -> src/define.ts
    src/resources/comments.ts -> src/define.ts
    src/resources/course_locations.ts -> src/define.ts
    src/resources/course_tabs.ts -> src/define.ts
    src/resources/course_variants.ts -> src/define.ts
    src/resources/courses.ts -> src/define.ts
    src/resources/credit_categories.ts -> src/define.ts
    src/resources/credits.ts -> src/define.ts
    src/resources/custom_associations.ts -> src/define.ts
    src/resources/custom_field_options.ts -> src/define.ts
    src/resources/custom_fields.ts -> src/define.ts
    src/resources/custom_objects.ts -> src/define.ts
    src/resources/custom_records.ts -> src/define.ts
    src/resources/departments.ts -> src/define.ts
    src/resources/discount_codes.ts -> src/define.ts
    src/resources/edition_description_sections.ts -> src/define.ts
    src/resources/educators.ts -> src/define.ts
    src/resources/emails.ts -> src/define.ts
    src/resources/enrollments.ts -> src/define.ts
    src/resources/grades.ts -> src/define.ts
    src/resources/invoice_items.ts -> src/define.ts
    src/resources/invoice_vats.ts -> src/define.ts
    src/resources/invoices.ts -> src/define.ts
    src/resources/labels.ts -> src/define.ts
    src/resources/leads.ts -> src/define.ts
    src/resources/material_groups.ts -> src/define.ts
    src/resources/materials.ts -> src/define.ts
    src/resources/meeting_locations.ts -> src/define.ts
    src/resources/meetings.ts -> src/define.ts
    src/resources/order_items.ts -> src/define.ts
    src/resources/orders.ts -> src/define.ts
    src/resources/organization_accounts.ts -> src/define.ts
    src/resources/organization_affiliations.ts -> src/define.ts
    src/resources/organizations.ts -> src/define.ts
    src/resources/parts/address.ts -> src/define.ts
    src/resources/parts/associations.ts -> src/define.ts
    src/resources/parts/attendables.ts -> src/define.ts
    src/resources/parts/awarding.ts -> src/define.ts
    src/resources/parts/conflicts.ts -> src/define.ts
    src/resources/parts/counting.ts -> src/define.ts
    src/resources/parts/custom-demo.ts -> src/define.ts
    src/resources/parts/custom-fields.ts -> src/define.ts
    src/resources/parts/custom.ts -> src/define.ts
    src/resources/parts/dates.ts -> src/define.ts
    src/resources/parts/deleting-users.ts -> src/define.ts
    src/resources/parts/demo-deliveries.ts -> src/define.ts
    src/resources/parts/demo-moments.ts -> src/define.ts
    src/resources/parts/elements.ts -> src/define.ts
    src/resources/parts/enrollment-demo.ts -> src/define.ts
    src/resources/parts/fitting-dates.ts -> src/define.ts
    src/resources/parts/grading.ts -> src/define.ts
    src/resources/parts/invoices-demo.ts -> src/define.ts
    src/resources/parts/invoicing.ts -> src/define.ts
    src/resources/parts/labeling.ts -> src/define.ts
    src/resources/parts/limits.ts -> src/define.ts
    src/resources/parts/lms-links.ts -> src/define.ts
    src/resources/parts/locale.ts -> src/define.ts
    src/resources/parts/logins.ts -> src/define.ts
    src/resources/parts/mail-tags.ts -> src/define.ts
    src/resources/parts/meeting-times.ts -> src/define.ts
    src/resources/parts/merging-users.ts -> src/define.ts
    src/resources/parts/money.ts -> src/define.ts
    src/resources/parts/offers.ts -> src/define.ts
    src/resources/parts/ordering.ts -> src/define.ts
    src/resources/parts/orders-demo.ts -> src/define.ts
    src/resources/parts/places.ts -> src/define.ts
    src/resources/parts/planned-course-demo.ts -> src/define.ts
    src/resources/parts/planned-shapes.ts -> src/define.ts
    src/resources/parts/principal-ids.ts -> src/define.ts
    src/resources/parts/scheduling.ts -> src/define.ts
    src/resources/parts/seating.ts -> src/define.ts
    src/resources/parts/secret.ts -> src/define.ts
    src/resources/parts/site.ts -> src/define.ts
    src/resources/parts/tabs.ts -> src/define.ts
    src/resources/parts/teaching.ts -> src/define.ts
    src/resources/parts/wishes.ts -> src/define.ts
    src/resources/payment_methods.ts -> src/define.ts
    src/resources/payment_options.ts -> src/define.ts
    src/resources/payments.ts -> src/define.ts
    src/resources/planned_courses.ts -> src/define.ts
    src/resources/planning_attendees.ts -> src/define.ts
    src/resources/planning_conflicts.ts -> src/define.ts
    src/resources/planning_events.ts -> src/define.ts
    src/resources/planning_materials.ts -> src/define.ts
    src/resources/program_editions.ts -> src/define.ts
    src/resources/program_elements.ts -> src/define.ts
    src/resources/program_enrollments.ts -> src/define.ts
    src/resources/program_personal_elements.ts -> src/define.ts
    src/resources/programs.ts -> src/define.ts
    src/resources/referrals.ts -> src/define.ts
    src/resources/required_teacher_groups.ts -> src/define.ts
    src/resources/signup_questions.ts -> src/define.ts
    src/resources/tasks.ts -> src/define.ts
    src/resources/teacher_enrollments.ts -> src/define.ts
    src/resources/teacher_roles.ts -> src/define.ts
    src/resources/teachers.ts -> src/define.ts
    src/resources/theses.ts -> src/define.ts
    src/resources/users.ts -> src/define.ts
    src/resources/webhook_notifications.ts -> src/define.ts
    src/resources/webhooks.ts -> src/define.ts
    src/scenarios.ts -> fixtures/scenarios/scenarios.ts
  `,
  'imports form no circle': `
    src/adapters/inspector/page/snapshots/comparison.tsx
    src/adapters/inspector/page/views/snapshots-view.tsx
    src/emulator/acting.ts
    src/emulator/assemble.ts
    src/emulator/delivering.ts
    src/emulator/face.ts
    src/emulator/looking.ts
    src/emulator/receiving.ts
    src/emulator/relying.ts
    src/emulator/seeds.ts
    src/model/showing.ts
    src/model/transaction.ts
    src/serve/call.ts
    src/serve/checks/throttle.ts
  `,
  'the package exports every file of src, and nothing else': `
    src/define.ts
    src/emulator.ts
    src/version.ts
  `,
  'entry points only re-export': `
    src/cli.ts
    src/emulator.ts
    src/version.ts
  `,
  'the source uses globals, packages and casts only where it may': `
    src/adapters/control/inspector-routes.ts
    src/adapters/control/table-routes.ts
    src/adapters/inspector/glance.ts: 2
    src/adapters/inspector/page/parts/entry-panel.tsx: 4
    src/adapters/vitest.ts
    src/describe/explain.ts: 5
    src/emulator.ts: 3
    src/emulator/assemble.ts: 7
    src/emulator/happened.ts: 2
    src/emulator/idle-faults.ts: 3
    src/emulator/relying.ts: 3
    src/emulator/stage.ts
    src/machine/quiet.ts: 2
    src/machine/wakeup.ts: 4
    src/serve/checks/gate.ts
    src/serve/serve.ts: 6
    src/serve/struck.ts: 8
  `,
  'the source has at most 5 casts over unknown': `
    src/adapters/control/fault-routes.ts
    src/adapters/control/given-routes.ts
    src/adapters/handler.ts
    src/adapters/inspector/deliveries.ts: 3
    src/adapters/inspector/tokens.ts
    src/adapters/undici.ts
    src/adapters/vitest.ts: 2
    src/define/listing.ts
    src/define/schema.ts
    src/deliver/transport.ts
    src/emulator/delivering.ts: 3
    src/emulator/happened.ts: 3
    src/emulator/lookups.ts
    src/emulator/outbox.ts
    src/emulator/views.ts
    src/kit/taking.ts
    src/machine/fake-timers.ts
    src/machine/tree.ts: 2
  `,
  'a comment explains each cast over unknown': `
    src/adapters/control/fault-routes.ts
    src/adapters/control/given-routes.ts
    src/adapters/handler.ts
    src/adapters/inspector/deliveries.ts: 3
    src/adapters/inspector/tokens.ts
    src/adapters/undici.ts
    src/adapters/vitest.ts: 2
    src/define/listing.ts
    src/define/schema.ts
    src/deliver/transport.ts
    src/emulator/delivering.ts: 3
    src/emulator/happened.ts: 3
    src/emulator/lookups.ts
    src/emulator/outbox.ts
    src/emulator/views.ts
    src/kit/taking.ts
    src/machine/fake-timers.ts
    src/machine/tree.ts
  `,
  'one exported name is declared in one file': `
    ActInput
    ActView
    Advanced
    Bill
    Cell
    EmulatorFixtures
    Field
    Grade
    Id
    InputKind
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
    exampleOf
    gradeOf
    insistOnKeys
    readingsOf
    receiverOf
    sentenceOf
    whole
  `,
  'functions are short': `
    src/deliver/courier.ts
    src/machine/clock.ts
  `,
  'files are short': `
    test/adapters/inspector.test.ts
    test/browser/inspector.test.ts
    test/deliver/delivery.test.ts
    test/events/causes.ts
    test/faults/requests.test.ts
    test/kit/shared-time.test.ts
    test/readings/records.ts
  `,
  'folders are small': `
    src/adapters
    src/emulator
    src/resources/parts
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
    docs/decisions/018-one-process-and-others.md: 5
    docs/guides/acts-and-events.md: 2
    docs/guides/other-languages.md: 2
    docs/guides/troubleshooting.md: 3
    docs/guides/webhooks.md
    fixtures/contract/service-v1.yaml: 4
    fixtures/scenarios/course-fills-up.ts: 2
    fixtures/scenarios/course-fills-up.txt
    fixtures/scenarios/duplicate-and-reordered-deliveries.txt: 3
    fixtures/scenarios/late-cancellation.ts
    fixtures/scenarios/merge-of-merged.ts
    fixtures/scenarios/principal-id-moves.ts: 2
    fixtures/scenarios/principal-id-moves.txt
    fixtures/scenarios/slow-receiver-backlog.ts: 3
    fixtures/scenarios/teacher-assigned.ts: 2
    fixtures/scenarios/token-scope-revoked.ts
    fixtures/scenarios/token-scope-revoked.txt
    llms.txt: 2
    scripts/build.mjs
    scripts/gen.ts: 2
    scripts/gen/api-docs.ts: 10
    scripts/gen/api-page.ts: 3
    scripts/gen/api-words.ts: 2
    scripts/gen/api.ts: 27
    scripts/gen/behaviours.ts
    scripts/gen/docs.ts: 2
    scripts/gen/examples.ts: 7
    scripts/gen/graded.ts
    scripts/gen/rows.ts
    scripts/gen/shipped.ts: 2
    scripts/test-browser.mjs
    scripts/test-msw3.mjs: 8
    scripts/test-outside.mjs
    scripts/test.mjs: 5
    src/adapters/address.ts
    src/adapters/arguments.ts
    src/adapters/asked.ts: 2
    src/adapters/assertions.ts: 4
    src/adapters/command-line.ts
    src/adapters/control.ts
    src/adapters/control/given-routes.ts: 2
    src/adapters/control/inspector-routes.ts: 3
    src/adapters/control/relying-routes.ts: 3
    src/adapters/control/route.ts: 6
    src/adapters/control/scenario-routes.ts: 3
    src/adapters/control/setting-routes.ts: 2
    src/adapters/control/snapshot-routes.ts: 6
    src/adapters/control/state-routes.ts: 2
    src/adapters/control/table-routes.ts
    src/adapters/control/telling-routes.ts
    src/adapters/control/time-routes.ts: 2
    src/adapters/control/world-routes.ts: 8
    src/adapters/cors.ts
    src/adapters/handler.ts: 2
    src/adapters/inspector/assumptions.ts: 2
    src/adapters/inspector/glance.ts: 9
    src/adapters/inspector/live.ts
    src/adapters/inspector/page/acts/field.tsx
    src/adapters/inspector/page/acts/reading.ts: 4
    src/adapters/inspector/page/calling.ts
    src/adapters/inspector/page/faults/fault.ts
    src/adapters/inspector/page/parts/bill.tsx: 6
    src/adapters/inspector/page/snapshots/world-file.tsx: 2
    src/adapters/inspector/page/theme.ts
    src/adapters/inspector/page/timeline/canvas.tsx: 3
    src/adapters/inspector/page/timeline/overview.tsx
    src/adapters/inspector/page/timeline/painting.ts: 15
    src/adapters/inspector/page/timeline/pointing.ts: 8
    src/adapters/inspector/page/timeline/scene.ts: 40
    src/adapters/inspector/page/timeline/timeline-view.tsx: 5
    src/adapters/inspector/page/views/assumptions-view.tsx: 6
    src/adapters/inspector/page/views/journal-view.tsx: 10
    src/adapters/inspector/page/views/webhooks-view.tsx
    src/adapters/inspector/player.ts
    src/adapters/matchers.ts: 6
    src/adapters/mount.ts: 10
    src/adapters/network.ts
    src/adapters/node.ts
    src/adapters/playwright.ts
    src/adapters/reliances.ts
    src/adapters/remote.ts
    src/adapters/reporter.ts
    src/adapters/scenario/command.ts
    src/adapters/scenario/network.ts
    src/adapters/scenario/run.ts
    src/adapters/scenario/scenario.ts: 4
    src/adapters/server.ts: 7
    src/adapters/service-worker.ts
    src/adapters/socket.ts
    src/adapters/storybook.ts: 2
    src/adapters/undici-listener.ts: 2
    src/adapters/vitest.ts: 2
    src/adapters/world-keys.ts: 3
    src/adapters/worlds.ts: 10
    src/cli.ts: 6
    src/define.ts
    src/define/behaviours.ts
    src/define/fields.ts
    src/define/operation.ts
    src/define/presenters.ts: 3
    src/define/recipe.ts: 3
    src/define/resource.ts: 4
    src/deliver/announcer.ts: 6
    src/deliver/backlog.ts: 2
    src/deliver/behaviours.ts: 2
    src/deliver/carrying.ts: 10
    src/deliver/courier.ts: 42
    src/deliver/flights.ts: 23
    src/deliver/holding.ts: 2
    src/deliver/notification.ts: 10
    src/deliver/struck.ts: 3
    src/deliver/transport.ts: 8
    src/deliver/turns.ts
    src/deliver/verify.ts: 2
    src/describe/bill.ts: 4
    src/describe/json-schema.ts
    src/emulator.ts: 33
    src/emulator/act-list.ts
    src/emulator/asking.ts: 15
    src/emulator/assemble.ts: 36
    src/emulator/delivering.ts: 13
    src/emulator/direct.ts
    src/emulator/face.ts: 7
    src/emulator/fault-changes.ts: 3
    src/emulator/faults.ts
    src/emulator/happened.ts: 11
    src/emulator/judging.ts: 20
    src/emulator/looking.ts: 2
    src/emulator/lookups.ts: 4
    src/emulator/openapi.ts: 5
    src/emulator/options.ts: 46
    src/emulator/outbox.ts
    src/emulator/receiving.ts: 8
    src/emulator/relying.ts: 10
    src/emulator/saving.ts: 9
    src/emulator/seeding.ts: 3
    src/emulator/stage.ts: 10
    src/faults/reading.ts: 11
    src/faults/rule.ts
    src/index.ts: 6
    src/kit/given.ts: 8
    src/kit/handed.ts
    src/kit/journal-filter.ts: 3
    src/kit/journal-kinds.ts: 2
    src/kit/likeness.ts
    src/kit/making.ts: 8
    src/kit/receivers.ts
    src/kit/record-acts.ts: 5
    src/kit/row-making.ts
    src/kit/saying.ts: 4
    src/kit/sentences.ts
    src/kit/taking.ts: 7
    src/kit/trace.ts: 9
    src/kit/verdict.ts: 6
    src/machine/agenda.ts
    src/machine/cells.ts
    src/machine/clock-mode.ts: 3
    src/machine/clock.ts: 10
    src/machine/duration.ts: 2
    src/machine/errors.ts
    src/machine/fake-timers.ts: 3
    src/machine/following.ts: 3
    src/machine/forms.ts: 4
    src/machine/journal.ts
    src/machine/moments.ts: 2
    src/machine/quiet.ts: 10
    src/machine/said.ts: 4
    src/machine/saved-tables.ts: 2
    src/machine/sleepers.ts
    src/machine/store.ts: 9
    src/machine/table.ts
    src/model/catalog.ts
    src/model/flags.ts: 2
    src/model/model.ts: 6
    src/model/moves.ts: 3
    src/model/removing.ts: 3
    src/model/transaction.ts
    src/resources/affiliations.ts: 2
    src/resources/attendances.ts
    src/resources/comments.ts: 2
    src/resources/custom_field_options.ts: 3
    src/resources/custom_records.ts: 3
    src/resources/enrollments.ts: 2
    src/resources/grades.ts: 6
    src/resources/invoice_items.ts
    src/resources/invoices.ts: 3
    src/resources/leads.ts: 2
    src/resources/parts/accounts-demo.ts
    src/resources/parts/addressing.ts
    src/resources/parts/awarding.ts
    src/resources/parts/conflicts.ts
    src/resources/parts/custom-demo.ts
    src/resources/parts/custom.ts: 6
    src/resources/parts/dates.ts
    src/resources/parts/deleting-users.ts
    src/resources/parts/demo-deliveries.ts
    src/resources/parts/elements.ts: 3
    src/resources/parts/enrollment-demo.ts: 3
    src/resources/parts/invoices-demo.ts: 21
    src/resources/parts/limits.ts: 4
    src/resources/parts/mail-tags.ts
    src/resources/parts/money.ts: 5
    src/resources/parts/ordering.ts: 2
    src/resources/parts/orders-demo.ts
    src/resources/parts/people.ts
    src/resources/parts/planned-course-demo.ts
    src/resources/parts/principal-ids.ts
    src/resources/parts/scheduling.ts: 4
    src/resources/parts/seating.ts
    src/resources/parts/secret.ts
    src/resources/parts/slug.ts
    src/resources/parts/teaching.ts: 2
    src/resources/parts/wishes.ts: 3
    src/resources/planned_courses.ts: 6
    src/resources/planning_attendees.ts: 5
    src/resources/planning_conflicts.ts
    src/resources/program_editions.ts: 6
    src/resources/program_elements.ts: 4
    src/resources/teacher_enrollments.ts: 7
    src/resources/teacher_roles.ts
    src/resources/users.ts
    src/resources/webhooks.ts
    src/serve/call.ts: 2
    src/serve/input.ts: 4
    src/serve/loss.ts: 2
    src/serve/serve.ts: 5
    src/serve/struck.ts: 2
    src/vitest.ts
    test/adapters/acting.test.ts
    test/adapters/command-line.outside.test.ts: 7
    test/adapters/data.test.ts: 2
    test/adapters/failing/calls.failing.ts: 2
    test/adapters/handler.test.ts: 4
    test/adapters/handles.outside.test.ts
    test/adapters/inspector.test.ts: 7
    test/adapters/mount.test.ts: 3
    test/adapters/refusals.test.ts: 12
    test/adapters/relying-routes.test.ts: 5
    test/adapters/relying/created.relying.ts
    test/adapters/relying/refused.relying.ts
    test/adapters/remote.test.ts
    test/adapters/server-load.test.ts: 4
    test/adapters/server.test.ts: 2
    test/adapters/telling-routes.test.ts: 2
    test/adapters/undici.test.ts
    test/adapters/vitest.outside.test.ts: 2
    test/bench/built.ts: 2
    test/bench/cold.ts: 30
    test/bench/deliveries.ts: 3
    test/bench/floor.ts: 3
    test/bench/goals.ts: 3
    test/bench/growth.ts: 10
    test/bench/moments.ts: 6
    test/bench/network.ts: 6
    test/bench/operations.ts: 5
    test/bench/outages.ts: 5
    test/bench/package.ts
    test/bench/peers.ts: 5
    test/bench/peers/contestant.ts: 3
    test/bench/peers/json-server.ts: 5
    test/bench/peers/mirage-child.ts: 4
    test/bench/peers/mirage.ts: 5
    test/bench/race.ts: 14
    test/bench/requests.ts: 2
    test/browser/inspector-narrow.test.ts: 2
    test/browser/inspector.test.ts: 10
    test/browser/page.test.ts: 2
    test/compat/msw3/lane.test.ts: 16
    test/compat/msw3/vitest.config.ts: 3
    test/deliver/bad-receivers.test.ts: 6
    test/deliver/by-hand.test.ts
    test/deliver/delivery.test.ts: 7
    test/deliver/network.test.ts: 5
    test/deliver/receivers.test.ts: 7
    test/deliver/verify.test.ts
    test/describe/answers.test.ts
    test/describe/openapi.test.ts
    test/events/cause.ts
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
    test/kit/acts.test.ts
    test/kit/auto-clock.test.ts: 5
    test/kit/bill.test.ts: 11
    test/kit/explain.test.ts
    test/kit/journal-filter.test.ts
    test/kit/options.test.ts: 36
    test/kit/saving.test.ts: 3
    test/kit/shared-time.test.ts: 3
    test/kit/stage.test.ts: 5
    test/kit/trace.test.ts: 3
    test/kit/world-commerce.test.ts
    test/kit/world-names.test.ts
    test/machine/clock-work.test.ts
    test/machine/clock.test.ts: 3
    test/machine/duration.test.ts: 2
    test/machine/quiet.test.ts: 5
    test/machine/store.test.ts
    test/model/adding.test.ts: 2
    test/model/removing.test.ts
    test/package.outside.test.ts: 32
    test/properties/deeds.ts: 10
    test/properties/fork.test.ts: 14
    test/properties/given.test.ts: 2
    test/properties/journal.test.ts: 8
    test/properties/merge.test.ts
    test/properties/saving.test.ts: 6
    test/properties/trouble.test.ts: 2
    test/properties/trouble.ts: 3
    test/readings/events.ts: 3
    test/resources/courses.test.ts
    test/resources/emails.test.ts: 2
    test/resources/in-use.test.ts
    test/resources/orders.test.ts
    test/resources/planned-courses.test.ts
    test/resources/planning.test.ts: 2
    test/resources/users.test.ts
    test/scenarios/agreement.ts: 2
    test/scenarios/cases/first-sync.ts: 2
    test/scenarios/cases/merge.ts: 5
    test/scenarios/cases/people.ts: 5
    test/scenarios/cases/places.ts: 5
    test/scenarios/cases/trouble.ts: 6
    test/scenarios/played.ts
    test/serve/requests.test.ts: 2
    test/support/call.ts
    test/support/described.ts
    test/support/document.ts: 3
    test/support/fits.ts: 9
    test/support/laws.ts
    test/support/world-rows.ts: 2
    test/types/emulator.test-d.ts: 7
    tsup.config.ts: 9
    vitest.browser.config.ts
    vitest.config.ts: 2
  `,
  'code uses no banned identifier': `
    scripts/gen/behaviours.ts
    scripts/gen/rows.ts: 4
    src/adapters/address.ts: 2
    src/adapters/arguments.ts: 4
    src/adapters/asked.ts: 4
    src/adapters/command-line.ts: 6
    src/adapters/control.ts: 2
    src/adapters/control/given-routes.ts: 2
    src/adapters/control/inspector-routes.ts: 4
    src/adapters/control/table-routes.ts: 10
    src/adapters/control/telling-routes.ts: 2
    src/adapters/control/time-routes.ts: 2
    src/adapters/control/world-routes.ts: 2
    src/adapters/inspector/assumptions.ts: 9
    src/adapters/inspector/deliveries.ts: 4
    src/adapters/inspector/glance.ts: 11
    src/adapters/inspector/live.ts: 13
    src/adapters/inspector/page-files.ts: 2
    src/adapters/inspector/page/acts/reading.ts: 4
    src/adapters/inspector/page/journal-store.ts: 5
    src/adapters/inspector/page/live-feed.ts: 10
    src/adapters/inspector/page/parts/entry-panel.tsx: 10
    src/adapters/inspector/page/timeline/canvas.tsx: 3
    src/adapters/inspector/page/timeline/painting.ts: 4
    src/adapters/inspector/page/timeline/pointing.ts: 3
    src/adapters/inspector/page/timeline/scene.ts: 12
    src/adapters/inspector/page/views/assumptions-view.tsx: 9
    src/adapters/inspector/page/views/journal-view.tsx: 4
    src/adapters/inspector/player.ts: 3
    src/adapters/inspector/relations.ts: 4
    src/adapters/inspector/searching.ts: 2
    src/adapters/inspector/tokens.ts: 6
    src/adapters/mount.ts: 2
    src/adapters/node.ts: 2
    src/adapters/remote.ts: 7
    src/adapters/scenario/command.ts: 4
    src/adapters/scenario/network.ts: 2
    src/adapters/scenario/scenario.ts: 2
    src/adapters/server.ts: 4
    src/adapters/vite.ts: 2
    src/adapters/vitest.ts: 9
    src/define.ts
    src/define/behaviours.ts
    src/define/listing.ts: 3
    src/define/presenters.ts: 4
    src/define/problems.ts: 10
    src/define/recipe.ts: 5
    src/define/tx.ts
    src/deliver/announcer.ts: 3
    src/deliver/behaviours.ts: 6
    src/deliver/carrying.ts: 3
    src/deliver/courier.ts: 19
    src/deliver/flights.ts: 2
    src/deliver/holding.ts: 3
    src/deliver/signing.ts
    src/deliver/struck.ts: 4
    src/deliver/transport.ts: 10
    src/deliver/verify.ts: 3
    src/describe/bill.ts: 7
    src/describe/explain.ts: 20
    src/emulator.ts: 32
    src/emulator/act-list.ts: 2
    src/emulator/asking.ts: 16
    src/emulator/assemble.ts: 20
    src/emulator/delivering.ts: 7
    src/emulator/face.ts: 18
    src/emulator/fault-changes.ts: 7
    src/emulator/faults.ts: 14
    src/emulator/happened.ts: 15
    src/emulator/idle-faults.ts: 7
    src/emulator/judging.ts: 12
    src/emulator/looking.ts: 6
    src/emulator/lookups.ts: 4
    src/emulator/openapi.ts: 5
    src/emulator/options.ts: 30
    src/emulator/outbox.ts: 3
    src/emulator/receiving.ts: 9
    src/emulator/relying.ts: 19
    src/emulator/saving.ts: 9
    src/emulator/seeding.ts: 2
    src/emulator/seeds.ts: 6
    src/emulator/stage.ts: 17
    src/emulator/telling.ts: 8
    src/emulator/views.ts: 4
    src/faults/effects.ts: 3
    src/faults/faults.ts: 3
    src/faults/reading.ts: 9
    src/faults/rule.ts
    src/index.ts
    src/kit/acts.ts: 9
    src/kit/faker.ts: 2
    src/kit/given.ts: 8
    src/kit/handed.ts: 4
    src/kit/journal-filter.ts: 2
    src/kit/making.ts: 3
    src/kit/record-acts.ts: 18
    src/kit/row-making.ts: 4
    src/kit/saying.ts: 22
    src/kit/sentences.ts: 10
    src/kit/stamping.ts: 4
    src/kit/taking.ts: 10
    src/machine/agenda.ts: 2
    src/machine/clock-mode.ts: 3
    src/machine/clock.ts: 10
    src/machine/errors.ts: 9
    src/machine/fake-timers.ts: 7
    src/machine/forms.ts: 3
    src/machine/journal.ts: 2
    src/machine/moments.ts: 6
    src/machine/quiet.ts: 4
    src/machine/said.ts: 6
    src/machine/saved-tables.ts: 2
    src/model/flags.ts: 5
    src/model/model.ts: 5
    src/model/moves.ts: 4
    src/model/showing.ts: 2
    src/model/transaction.ts: 10
    src/resources/attendances.ts: 4
    src/resources/comments.ts
    src/resources/course_locations.ts
    src/resources/courses.ts: 2
    src/resources/credits.ts: 2
    src/resources/custom_field_options.ts
    src/resources/custom_records.ts
    src/resources/educators.ts
    src/resources/emails.ts
    src/resources/enrollments.ts: 3
    src/resources/grades.ts
    src/resources/invoices.ts
    src/resources/labels.ts
    src/resources/leads.ts: 3
    src/resources/material_groups.ts
    src/resources/materials.ts
    src/resources/meeting_locations.ts
    src/resources/orders.ts: 3
    src/resources/organization_affiliations.ts
    src/resources/parts/accounts-demo.ts: 4
    src/resources/parts/awarding.ts: 2
    src/resources/parts/conflicts.ts
    src/resources/parts/custom-demo.ts: 3
    src/resources/parts/custom.ts
    src/resources/parts/deleting-users.ts: 2
    src/resources/parts/demo-deliveries.ts: 2
    src/resources/parts/demo-moments.ts: 3
    src/resources/parts/enrollment-demo.ts: 5
    src/resources/parts/fitting-dates.ts: 5
    src/resources/parts/invoices-demo.ts: 7
    src/resources/parts/invoicing.ts
    src/resources/parts/limits.ts: 3
    src/resources/parts/logins.ts: 2
    src/resources/parts/mail-tags.ts
    src/resources/parts/meeting-times.ts: 3
    src/resources/parts/merging-users.ts: 4
    src/resources/parts/ordering.ts: 4
    src/resources/parts/orders-demo.ts: 6
    src/resources/parts/planned-course-demo.ts: 2
    src/resources/parts/principal-ids.ts
    src/resources/parts/seating.ts
    src/resources/parts/secret.ts
    src/resources/parts/teaching.ts
    src/resources/payments.ts
    src/resources/planned_courses.ts
    src/resources/planning_attendees.ts: 2
    src/resources/program_editions.ts
    src/resources/program_enrollments.ts: 3
    src/resources/programs.ts
    src/resources/teacher_enrollments.ts
    src/resources/teacher_roles.ts
    src/resources/teachers.ts
    src/resources/users.ts: 2
    src/resources/webhooks.ts: 2
    src/serve/call.ts: 3
    src/serve/checks/authenticate.ts: 4
    src/serve/checks/authorize.ts: 2
    src/serve/checks/gate.ts: 11
    src/serve/checks/throttle.ts: 5
    src/serve/input.ts: 7
    src/serve/resolve.ts
    src/serve/serve.ts: 2
    src/serve/struck.ts: 3
    test/adapters/inspector.test.ts: 2
    test/adapters/refusals.test.ts
    test/bench/peers.ts: 4
    test/bench/peers/by-hand.ts: 3
    test/deliver/verify.test.ts
    test/examples/lms/middleware/memory.ts
    test/examples/lms/middleware/queue.ts
    test/faults/requests.test.ts
    test/kit/bill.test.ts
    test/kit/explain.test.ts: 4
    test/kit/options.test.ts
    test/kit/saving.test.ts: 2
    test/kit/stage.test.ts: 5
    test/machine/errors.test.ts: 4
    test/machine/quiet.test.ts
    test/machine/stand.ts: 2
    test/model/adding.test.ts: 5
    test/model/moves.test.ts: 2
    test/open-points.test.ts: 2
    test/readings.test.ts: 10
    test/resources/other-readings.test.ts
    test/resources/users.test.ts
    test/serve/requests.test.ts
    test/support/observed.ts: 6
    test/types/define.test-d.ts
  `,
  'no exported name is banned': `
    src/adapters/inspector/page/calling.ts
    src/define/moves.ts
    src/define/verbs/record.ts
    src/deliver/transport.ts
    src/emulator/acting.ts
    src/emulator/face.ts: 2
    src/emulator/judging.ts
    src/emulator/lookups.ts
    src/emulator/saving.ts
    src/faults/rule.ts
    src/kit/saying.ts
    src/machine/clock.ts
    test/bench/race.ts: 2
    test/properties/sayable.ts
    test/support/api.ts
    test/support/paging.ts
  `,
  'file names are nouns that tell the content': `
    scripts/gen/graded.ts
    src/adapters/asked.ts
    src/adapters/inspector/comparing.ts
    src/adapters/inspector/glance.ts
    src/adapters/inspector/page/acts/reading.ts
    src/adapters/inspector/page/calling.ts
    src/adapters/inspector/page/loading.ts
    src/adapters/inspector/page/parts/bill.tsx
    src/adapters/inspector/page/tables/reading.ts
    src/adapters/inspector/page/timeline/looking.ts
    src/adapters/inspector/page/timeline/painting.ts
    src/adapters/inspector/page/timeline/pointing.ts
    src/adapters/inspector/page/wording.ts
    src/adapters/inspector/searching.ts
    src/adapters/keeping.ts
    src/adapters/reliances.ts
    src/adapters/succession.ts
    src/adapters/world-keys.ts
    src/define/checking.ts
    src/define/storing.ts
    src/deliver/carrying.ts
    src/deliver/courier.ts
    src/deliver/flights.ts
    src/deliver/holding.ts
    src/deliver/struck.ts
    src/deliver/turns.ts
    src/describe/bill.ts
    src/emulator/act-list.ts
    src/emulator/acting.ts
    src/emulator/asking.ts
    src/emulator/delivering.ts
    src/emulator/face.ts
    src/emulator/happened.ts
    src/emulator/judging.ts
    src/emulator/looking.ts
    src/emulator/receiving.ts
    src/emulator/relying.ts
    src/emulator/saving.ts
    src/emulator/seeding.ts
    src/emulator/stage.ts
    src/emulator/telling.ts
    src/faults/matching.ts
    src/faults/reading.ts
    src/kit/handed.ts
    src/kit/likeness.ts
    src/kit/making.ts
    src/kit/row-making.ts
    src/kit/saying.ts
    src/kit/stamping.ts
    src/kit/taking.ts
    src/kit/verdict.ts
    src/machine/following.ts
    src/machine/quiet.ts
    src/machine/said.ts
    src/machine/sleepers.ts
    src/machine/wakeup.ts
    src/model/pointing.ts
    src/model/removing.ts
    src/model/showing.ts
    src/resources/parts/addressing.ts
    src/resources/parts/awarding.ts
    src/resources/parts/counting.ts
    src/resources/parts/invoicing.ts
    src/resources/parts/labeling.ts
    src/resources/parts/limits.ts
    src/resources/parts/naming.ts
    src/resources/parts/offers.ts
    src/resources/parts/ordering.ts
    src/resources/parts/scheduling.ts
    src/resources/parts/seating.ts
    src/resources/parts/site.ts
    src/resources/parts/standing.ts
    src/resources/parts/teaching.ts
    src/resources/parts/wishes.ts
    src/serve/forms.ts
    src/serve/loss.ts
    src/serve/struck.ts
    test/adapters/acting.test.ts
    test/bench/seeding.ts
    test/bench/verdict.ts
    test/browser/inspecting.ts
    test/compat/msw3/lane.test.ts
    test/examples/jest/adding.test.mjs
    test/kit/bill.test.ts
    test/kit/saving.test.ts
    test/kit/stage.test.ts
    test/machine/clock-running.test.ts
    test/machine/quiet.test.ts
    test/machine/shelf.ts
    test/machine/stand.ts
    test/model/adding.test.ts
    test/model/removing.test.ts
    test/properties/deeds.ts
    test/properties/saving.test.ts
    test/properties/sayable.ts
    test/properties/seeding.test.ts
    test/properties/trouble.test.ts
    test/properties/trouble.ts
    test/readings.test.ts
    test/resources/other-readings.test.ts
    test/scenarios/cases/trouble.ts
    test/support/comparing.ts
    test/support/granted.ts
  `,
}
