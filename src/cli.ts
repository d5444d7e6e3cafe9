#!/usr/bin/env node
/** The command `course-admin-emulator`. */
import './adapters/cli/main.ts'
