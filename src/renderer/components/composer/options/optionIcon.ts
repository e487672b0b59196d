import type { Component } from 'vue'
import { Brain, Cpu, Gauge, Shield } from '@lucide/vue'

const icons: Readonly<Record<string, Component>> = { mode: Shield, model: Cpu, model_config: Brain, thought_level: Gauge }

/** The sign of an option whose category everybody knows; the others are named in words. */
export function optionIcon(category: string | null | undefined): Component | undefined {
  return category === null || category === undefined || !Object.hasOwn(icons, category) ? undefined : icons[category]
}
