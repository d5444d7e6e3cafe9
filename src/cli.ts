#!/usr/bin/env node
/** The command `course-admin-emulator`. */
import './adapters/cli/launcher.ts'
