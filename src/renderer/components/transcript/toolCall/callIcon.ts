import type { ToolKind } from '@agentclientprotocol/sdk'
import type { Component } from 'vue'
import type { shownStatus } from '../../../../shared/thread/selectors'
import {
  ArrowRightLeft,
  Ban,
  Brain,
  CircleHelp,
  CircleX,
  FilePen,
  FileText,
  FileX,
  Globe,
  LoaderCircle,
  Search,
  SquareTerminal,
  ToggleRight,
  Wrench,
} from '@lucide/vue'

const kinds: Readonly<Record<ToolKind, Component>> = {
  read: FileText,
  edit: FilePen,
  delete: FileX,
  move: ArrowRightLeft,
  search: Search,
  execute: SquareTerminal,
  think: Brain,
  fetch: Globe,
  switch_mode: ToggleRight,
  other: Wrench,
}

/** The shape that says what a call is about, or, while that matters more, how far it is. */
export function callIcon(kind: string | undefined, status: ReturnType<typeof shownStatus>): Component {
  switch (status) {
    case 'in_progress': return LoaderCircle
    case 'failed': return CircleX
    case 'cancelled': return Ban
    case 'pending': return CircleHelp
    // Agents of another version may send other kinds.
    case 'completed': return kind !== undefined && Object.hasOwn(kinds, kind) ? kinds[kind as ToolKind] : Wrench
  }
}
