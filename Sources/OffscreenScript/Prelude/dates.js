// Dates and times as attributes and values write them.
// https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#dates-and-times
(function (core) {
  "use strict";
  const { RegExpExec, MathFloor } = core;
  const day = 86400000, week = 7 * day;

  /** Days since 1970 of a day of the proleptic Gregorian calendar. Years begin in March: the leap day is their last. */
  function daysOf(year, month, date) {
    const shifted = month > 2 ? year : year - 1;
    const era = MathFloor(shifted / 400), yearOfEra = shifted - era * 400;
    const dayOfYear = MathFloor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + date - 1;
    return era * 146097 + yearOfEra * 365 + MathFloor(yearOfEra / 4) - MathFloor(yearOfEra / 100) + dayOfYear - 719468;
  }

  function dateOf(days) {
    const shifted = days + 719468;
    const era = MathFloor(shifted / 146097), dayOfEra = shifted - era * 146097;
    const yearOfEra = MathFloor((dayOfEra - MathFloor(dayOfEra / 1460) + MathFloor(dayOfEra / 36524)
      - MathFloor(dayOfEra / 146096)) / 365);
    const dayOfYear = dayOfEra - (365 * yearOfEra + MathFloor(yearOfEra / 4) - MathFloor(yearOfEra / 100));
    const part = MathFloor((5 * dayOfYear + 2) / 153);
    const month = part > 9 ? part - 9 : part + 3;
    return { year: yearOfEra + era * 400 + (month < 3 ? 1 : 0), month, date: dayOfYear - MathFloor((153 * part + 2) / 5) + 1 };
  }

  const isLeap = (year) => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
  const daysIn = (year, month) => (month === 2 && isLeap(year) ? 29 : lengths[month - 1]);

  /** The last day that a Date of JavaScript can hold, and its month. */
  const latest = 8640000000000000;

  // From 1 = Monday to 7.
  const weekday = (days) => ((((days + 3) % 7) + 7) % 7) + 1;

  /** The Monday of a year's first week, the one with its first Thursday. */
  function firstMonday(year) {
    const january4 = daysOf(year, 1, 4);
    return january4 - weekday(january4) + 1;
  }
  const weeksIn = (year) => (firstMonday(year + 1) - firstMonday(year)) / 7;

  const monthPattern = /^([0-9]{4,})-([0-9]{2})$/, datePattern = /^([0-9]{4,})-([0-9]{2})-([0-9]{2})$/,
    weekPattern = /^([0-9]{4,})-W([0-9]{2})$/, timePattern = /^([0-9]{2}):([0-9]{2})(?::([0-9]{2})(?:\.([0-9]{1,3}))?)?$/,
    localPattern = /^(.*)[T ]([^T ]*)$/;

  function parseMonth(text) {
    const found = RegExpExec(monthPattern, text);
    if (found === null) return null;
    const year = +found[1], month = +found[2];
    if (year < 1 || month < 1 || month > 12 || daysOf(year, month, 1) * day > latest) return null;
    return (year - 1970) * 12 + month - 1;
  }

  function parseDate(text) {
    const found = RegExpExec(datePattern, text);
    if (found === null) return null;
    const year = +found[1], month = +found[2], date = +found[3];
    if (year < 1 || month < 1 || month > 12 || date < 1 || date > daysIn(year, month)) return null;
    const time = daysOf(year, month, date) * day;
    return time > latest ? null : time;
  }

  function parseWeek(text) {
    const found = RegExpExec(weekPattern, text);
    if (found === null) return null;
    const year = +found[1], number = +found[2];
    if (year < 1 || number < 1 || number > weeksIn(year)) return null;
    const time = (firstMonday(year) + (number - 1) * 7) * day;
    return time > latest ? null : time;
  }

  function parseTime(text) {
    const found = RegExpExec(timePattern, text);
    if (found === null) return null;
    const hour = +found[1], minute = +found[2], second = +(found[3] ?? 0);
    if (hour > 23 || minute > 59 || second > 59) return null;
    const fraction = found[4] === undefined ? 0 : +core.StringPadEnd(found[4], 3, "0");
    return ((hour * 60 + minute) * 60 + second) * 1000 + fraction;
  }

  function parseLocal(text) {
    const found = RegExpExec(localPattern, text);
    if (found === null) return null;
    const date = parseDate(found[1]), time = parseTime(found[2]);
    return date === null || time === null || date + time > latest ? null : date + time;
  }

  const pad = (number, length) => core.StringPadStart("" + number, length, "0");

  function writeMonth(months) {
    const year = MathFloor(months / 12) + 1970;
    return year < 1 ? "" : pad(year, 4) + "-" + pad((((months % 12) + 12) % 12) + 1, 2);
  }

  function writeDate(time) {
    const { year, month, date } = dateOf(MathFloor(time / day));
    return year < 1 ? "" : pad(year, 4) + "-" + pad(month, 2) + "-" + pad(date, 2);
  }

  function writeWeek(time) {
    const days = MathFloor(time / day);
    // The year of a week is that of its Thursday.
    const { year } = dateOf(days - weekday(days) + 4);
    return year < 1 ? "" : pad(year, 4) + "-W" + pad(MathFloor((days - firstMonday(year)) / 7) + 1, 2);
  }

  function writeTime(time) {
    time = ((MathFloor(time) % day) + day) % day;
    const rest = time % 60000;
    const text = pad(MathFloor(time / 3600000), 2) + ":" + pad(MathFloor(time / 60000) % 60, 2);
    if (rest === 0) return text;
    const fraction = rest % 1000;
    const seconds = text + ":" + pad(MathFloor(rest / 1000), 2);
    if (fraction === 0) return seconds;
    let digits = pad(fraction, 3);
    while (digits[digits.length - 1] === "0") digits = core.StringSlice(digits, 0, -1);
    return seconds + "." + digits;
  }

  function writeLocal(time) {
    const date = writeDate(time);
    return date === "" ? "" : date + "T" + writeTime(time);
  }

  /** The first moment of a month, which is a number of months since 1970. */
  function timeOfMonth(months) {
    return daysOf(MathFloor(months / 12) + 1970, (((months % 12) + 12) % 12) + 1, 1) * day;
  }

  function monthOfTime(time) {
    const { year, month } = dateOf(MathFloor(time / day));
    return (year - 1970) * 12 + month - 1;
  }

  core.dates = {
    day, week, parseMonth, parseDate, parseWeek, parseTime, parseLocal, writeMonth, writeDate, writeWeek, writeTime, writeLocal,
    timeOfMonth, monthOfTime,
  };
})
