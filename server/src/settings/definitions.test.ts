import { readFileSync } from 'node:fs';
import { settingEffect } from '@copup/shared/setting-words.ts';
import { describe, expect, it } from 'vitest';
import {
  type SettingKey,
  settingDefinitions,
  settingKeys,
  settingText,
  weakensApproval,
} from './definitions.ts';

describe('O3a a change of a setting', () => {
  it.each<[SettingKey, weaker: unknown, stricter: unknown]>([
    ['secondOperatorAboveCoins', 10_001, 9_999],
    ['secondOperatorAbove30DaysCoins', 30_001, 29_999],
    ['newOperatorWaitHours', 23, 25],
    ['reauthenticateAfterMinutes', 11, 9],
    ['sessionHours', 25, 23],
    ['sessionDays', 31, 29],
    ['pinLockMinutes', 14, 16],
    ['credentialsWaitHours', 0, 25],
    ['credentialsWaitSendCoins', 101, 0],
    ['sendMaxCoins', 100_001, 1],
    ['sendMaxCoinsPerDay', 500_001, 1],
    ['boughtCoinsHours', 0, 73],
    ['payoutPriceRatioPercent', 102, 104],
    ['payoutMinCoins', 9, 11],
    ['payoutMaxCoins', 50_001, 49_999],
    ['payoutSending', true, false],
    ['payoutSendCoinsPerHour', 50_001, 49_999],
    ['payoutSendCoinsPerDay', 200_001, 199_999],
    ['accountNamesPerDay', 6, 4],
    ['affiliateRewardPercent', 51, 49],
    ['taskCoinRate', 9, 11],
    ['taskCoinRate', 1, 0],
    ['spinDailyCoins', 1_001, 999],
    ['welcomeCoins', 101, 0],
    ['welcomeBudgetCoins', 1, 0],
    ['secondFactorRequired', false, true],
  ])('of %s to %s weakens a guard, and to %s does not', (key, weaker, stricter) => {
    const { defaultValue } = settingDefinitions[key];
    expect([
      weakensApproval(key, defaultValue, weaker),
      weakensApproval(key, defaultValue, stricter),
    ]).toEqual([true, false]);
  });

  it('of the bank account redirects money, and one that switches the exchange of task coins on weakens', () => {
    for (const key of ['bankAccountName', 'bankName', 'bankAccountNumber'] as const) {
      expect([weakensApproval(key, '', 'another'), weakensApproval(key, 'same', 'same')]).toEqual([
        true,
        false,
      ]);
    }
    expect(weakensApproval('taskCoinRate', 0, 1_000)).toBe(true);
    expect(weakensApproval('bidIncrement', 1, 100)).toBe(false);
  });
});

describe('O1 what operators read of a setting', () => {
  const texts = settingKeys.map((key) => ({ key, ...settingText(key) }));

  it('has a name of its own, a group, and the id of a rule', () => {
    const rules = readFileSync(new URL('../../../docs/rules.md', import.meta.url), 'utf8');
    const ids = new Set(
      [...rules.matchAll(/\*\*([^*]+)\*\*/g)].flatMap(([, head = '']) => head.split(/[ ,]+/)),
    );
    expect(new Set(texts.map(({ name }) => name)).size).toBe(settingKeys.length);
    expect(texts.filter(({ group, rule }) => group === '' || !ids.has(rule))).toEqual([]);
  });

  it.each(texts)('states the effect of $key with its value, and has no full stop', ({ key, ...text }) => {
    const { defaultValue } = settingDefinitions[key];
    const other = { boolean: !defaultValue, number: 3, string: 'abc' }[typeof defaultValue as 'number'];
    const [ofDefault, ofOther] = [settingEffect(text, defaultValue), settingEffect(text, other)];
    expect(ofDefault).not.toBe(ofOther);
    expect(`${ofDefault} ${ofOther} ${text.effect_off}`).not.toMatch(/[{}]|undefined|\.( |$)/);
    expect(text.effect.split('{}')).toHaveLength(typeof defaultValue === 'boolean' ? 1 : 2);
  });
});
