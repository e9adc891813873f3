#!/usr/bin/env python3
"""Subsets the Estedad font for the app: `npm run fonts`. Needs fontTools and brotli (Debian: python3-fonttools, python3-brotli).

Run it when the package or the characters below change, and commit the result. Weights 400-700, split by script: Persian
(needed by the first screen), Latin, accented Latin, and extended Latin.

Estedad composes a dotted letter of a plain letter and its dots, placed by mark positioning, and Latin accents likewise.
WebKitGTK ignores the height of such marks and draws the dots inside the letter. Each dotted form therefore becomes one
glyph, by a ligature that runs after all other substitutions (docs/decisions/040-composed-letters.md).
"""

import os

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.ttLib.tables import otTables
from fontTools.ttLib.tables._g_l_y_f import ROUND_XY_TO_GRID, USE_MY_METRICS, Glyph, GlyphComponent
from fontTools.ttLib.tables.TupleVariation import TupleVariation
from fontTools.varLib import instancer

SOURCE = "node_modules/@fontsource-variable/estedad/files/estedad-{}-wght-normal.woff2"
TARGET = "src/ui/theme/fonts/{}.woff2"
WEIGHTS = {"wght": (400, 400, 700)}
# Vertical layout, hinting and axis names: no browser uses them for this app.
UNUSED_TABLES = ("vhea", "vmtx", "VVAR", "MVAR", "STAT", "prep", "gasp")
MARK_CLASS = 3


def between(first, last):
    return "".join(map(chr, range(first, last + 1)))


# Letters, Arabic variants that users paste, marks, both digit rows, punctuation, spaces and joiners.
PERSIAN = (
    between(0x621, 0x63A) + between(0x641, 0x652) + "\u0654\u0670پچژکگیۀە" + between(0x660, 0x669) + between(0x6F0, 0x6F9)
    + "،؛؟٪٫٬ـ \u00a0\u200c\u200d\u200e"
)
FILES = [
    ("estedad-persian", "arabic", PERSIAN),
    ("estedad-latin", "latin", between(0x21, 0x7E) + "«»–—‘’“”•…·×©"),
    ("estedad-extended", "latin-ext", "".join(c for c in between(0x100, 0x17F) if c not in "ıŒœŸ")),
    ("estedad-accents", "latin", between(0xC0, 0xFF).replace("×", "") + "ŒœıŸ¡¿°£€"),
]
# The feature that composes letters, and the features that stay. Vowel signs are typed in Persian only.
LATIN = ["ccmp", "kern", "locl", "rvrn", "tnum"]
FEATURES = {"arabic": ("rlig", ["*"]), "latin": ("ccmp", LATIN), "latin-ext": ("ccmp", LATIN)}


def main():
    for name, script, letters in FILES:
        composing, features = FEATURES[script]
        font = TTFont(SOURCE.format(script))
        for tag in UNUSED_TABLES:
            if tag in font:
                del font[tag]
        subset(font, letters, ["*"])
        compose_letters(font, composing)
        fix_anchors(font)
        subset(font, letters, features)
        font = instancer.instantiateVariableFont(font, WEIGHTS, optimize=True)
        font["name"].names = [record for record in font["name"].names if record.nameID in (1, 2, 4, 6)]
        font["post"].formatType = 3
        font.flavor = "woff2"
        font.save(TARGET.format(name))
        print(f"{name}: {os.path.getsize(TARGET.format(name))} bytes")


def subset(font, letters, features):
    subsetter = Subsetter(Options(layout_features=features, glyph_names=True, notdef_outline=True))
    subsetter.populate(text=letters)
    subsetter.subset(font)


class Point:
    """A position in font units with its deltas by variation region."""

    def __init__(self, x=0, y=0, dx=None, dy=None):
        self.x, self.y, self.dx, self.dy = x, y, dx or {}, dy or {}

    def plus(self, other, sign=1):
        def add(a, b):
            return {region: a.get(region, 0) + sign * b.get(region, 0) for region in {*a, *b}}

        return Point(self.x + sign * other.x, self.y + sign * other.y, add(self.dx, other.dx), add(self.dy, other.dy))

    def regions(self):
        return {*self.dx, *self.dy}


class Layout:
    """Reads a font's layout tables."""

    def __init__(self, font):
        self.substitutions, self.positions = font["GSUB"].table, font["GPOS"].table
        self.store = font["GDEF"].table.VarStore
        self.classes = font["GDEF"].table.GlyphClassDef.classDefs

    @staticmethod
    def subtables(table, kind):
        for lookup in table.LookupList.Lookup:
            for subtable in lookup.SubTable:
                subtable = getattr(subtable, "ExtSubTable", subtable)
                if type(subtable).__name__ == kind:
                    yield subtable

    def deltas(self, device):
        if device is None:
            return {}
        data = self.store.VarData[device.StartSize]
        result = {}
        for region, value in zip(data.VarRegionIndex, data.Item[device.EndSize]):
            axis = self.store.VarRegionList.Region[region].VarRegionAxis[0]
            result[(axis.StartCoord, axis.PeakCoord, axis.EndCoord)] = value
        return result

    def point(self, anchor):
        return Point(
            anchor.XCoordinate,
            anchor.YCoordinate,
            self.deltas(getattr(anchor, "XDeviceTable", None)),
            self.deltas(getattr(anchor, "YDeviceTable", None)),
        )

    def offset(self, below, mark, kind):
        """Offset of a mark on the glyph below it, or None. The last matching lookup wins, as in a shaper."""
        found = None
        for subtable in self.subtables(self.positions, kind):
            marks, records, glyphs, rows = attachment(subtable)
            if mark not in marks or below not in glyphs:
                continue
            record = records[marks.index(mark)]
            anchor = anchors(rows[glyphs.index(below)])[record.Class]
            if anchor is not None:
                found = self.point(anchor).plus(self.point(record.MarkAnchor), -1)
        return found


def attachment(subtable):
    """Marks, their records, glyphs below and their anchor rows of a mark-to-base or mark-to-mark subtable."""
    if hasattr(subtable, "BaseArray"):
        return (
            subtable.MarkCoverage.glyphs,
            subtable.MarkArray.MarkRecord,
            subtable.BaseCoverage.glyphs,
            subtable.BaseArray.BaseRecord,
        )
    return (
        subtable.Mark1Coverage.glyphs,
        subtable.Mark1Array.MarkRecord,
        subtable.Mark2Coverage.glyphs,
        subtable.Mark2Array.Mark2Record,
    )


def anchors(row):
    return row.BaseAnchor if hasattr(row, "BaseAnchor") else row.Mark2Anchor


def dotted_sequences(layout):
    """Every (letter form, mark, ...) that the font's substitutions produce, with the letter's contextual alternates."""
    alternates = {}
    for subtable in layout.subtables(layout.substitutions, "SingleSubst"):
        for glyph, replacement in subtable.mapping.items():
            alternates.setdefault(glyph, set()).add(replacement)
    sequences = set()
    for subtable in layout.subtables(layout.substitutions, "MultipleSubst"):
        for letter, *marks in subtable.mapping.values():
            if not marks or any(layout.classes.get(mark) != MARK_CLASS for mark in marks):
                continue
            sequences.add((letter, *marks))
            for alternate in alternates.get(letter, ()):
                # Extended forms make room for dots below; the font uses them for nothing else.
                if "Extended" not in alternate or any("below" in mark for mark in marks):
                    sequences.add((alternate, *marks))
    return sorted(sequences)


def place_marks(layout, letter, marks):
    placed, previous = [], None
    for mark in marks:
        point = layout.offset(letter, mark, "MarkBasePos")
        on_mark = previous and layout.offset(previous[0], mark, "MarkMarkPos")
        if on_mark:
            point = previous[1].plus(on_mark)
        if point is None:
            raise ValueError(f"{mark} has no anchor on {letter}")
        previous = (mark, point)
        placed.append(previous)
    return placed


def compose_letters(font, feature):
    """Adds a composite glyph and a ligature for each dotted letter form, and lets it take part in marks and kerning."""
    layout = Layout(font)
    order, glyphs, variations = font.getGlyphOrder(), font["glyf"], font["gvar"].variations
    widths = font["HVAR"].table.AdvWidthMap.mapping
    composed = {}
    for letter, *marks in dotted_sequences(layout):
        name = "_".join([letter, *marks])
        placed = place_marks(layout, letter, marks)
        parts = [(letter, Point()), *placed]
        glyph = Glyph()
        glyph.numberOfContours, glyph.components = -1, []
        for part, point in parts:
            component = GlyphComponent()
            component.glyphName, component.x, component.y = part, round(point.x), round(point.y)
            component.flags = ROUND_XY_TO_GRID | (USE_MY_METRICS if part == letter else 0)
            glyph.components.append(component)
        order.append(name)
        glyphs.glyphs[name] = glyph
        regions = set().union(*(point.regions() for _, point in placed))
        variations[name] = [
            TupleVariation(
                {"wght": region},
                # Four phantom points end the list; the letter's metrics are used instead of them.
                [(round(p.dx.get(region, 0)), round(p.dy.get(region, 0))) for _, p in parts] + [(0, 0)] * 4,
            )
            for region in sorted(regions)
        ]
        if letter in layout.classes:
            layout.classes[name] = layout.classes[letter]
        widths[name] = widths[letter]
        composed[name] = (letter, placed)
    font.setGlyphOrder(order)
    for name, (letter, _) in composed.items():
        glyphs[name].recalcBounds(glyphs)
        font["hmtx"][name] = (font["hmtx"][letter][0], glyphs[name].xMin)
    add_ligatures(layout, composed, feature)
    share_marks(layout, composed, order)
    share_kerning(layout, composed, order)
    drop_dot_anchors(layout, {mark for _, placed in composed.values() for mark, _ in placed})


def add_ligatures(layout, composed, feature):
    subtable = otTables.LigatureSubst()
    subtable.ligatures = {}
    for name, (letter, placed) in composed.items():
        ligature = otTables.Ligature()
        ligature.Component, ligature.CompCount, ligature.LigGlyph = [m for m, _ in placed], len(placed) + 1, name
        subtable.ligatures.setdefault(letter, []).append(ligature)
    for ligatures in subtable.ligatures.values():
        ligatures.sort(key=lambda ligature: -ligature.CompCount)
    lookup = otTables.Lookup()
    lookup.LookupType, lookup.LookupFlag, lookup.SubTable, lookup.SubTableCount = 4, 0, [subtable], 1
    lookups = layout.substitutions.LookupList
    lookups.Lookup.append(lookup)
    lookups.LookupCount = len(lookups.Lookup)
    for record in layout.substitutions.FeatureList.FeatureRecord:
        if record.FeatureTag == feature:
            record.Feature.LookupListIndex.append(lookups.LookupCount - 1)
            record.Feature.LookupCount += 1


def share_marks(layout, composed, order):
    """Vowel signs attach to a composed letter as to its plain form, or as to its dots where they stack on those."""
    for subtable in layout.subtables(layout.positions, "MarkBasePos"):
        marks, records, bases, rows = attachment(subtable)
        samples = {record.Class: (mark, record) for mark, record in zip(marks, records) if mark.startswith("uni06")}
        for name, (letter, placed) in composed.items():
            if letter not in bases:
                continue
            row = otTables.BaseRecord()
            row.BaseAnchor = list(rows[bases.index(letter)].BaseAnchor)
            for mark_class, (sample, record) in samples.items():
                for dots, point in placed:
                    stacked = layout.offset(dots, sample, "MarkMarkPos")
                    if stacked:
                        anchor = otTables.Anchor()
                        target = layout.point(record.MarkAnchor).plus(point).plus(stacked)
                        anchor.Format, anchor.XCoordinate, anchor.YCoordinate = 1, round(target.x), round(target.y)
                        row.BaseAnchor[mark_class] = anchor
            bases.append(name)
            rows.append(row)
        sort_rows(subtable.BaseCoverage, subtable.BaseArray, "BaseRecord", order)


def sort_rows(coverage, array, attribute, order):
    pairs = sorted(zip(coverage.glyphs, getattr(array, attribute)), key=lambda pair: order.index(pair[0]))
    coverage.glyphs = [glyph for glyph, _ in pairs]
    setattr(array, attribute, [row for _, row in pairs])
    setattr(array, attribute.replace("Record", "Count"), len(pairs))


def share_kerning(layout, composed, order):
    for subtable in layout.subtables(layout.positions, "PairPos"):
        if subtable.Format != 2:
            continue
        for name, (letter, _) in composed.items():
            if letter in subtable.Coverage.glyphs:
                subtable.Coverage.glyphs.append(name)
            for classes in (subtable.ClassDef1.classDefs, subtable.ClassDef2.classDefs):
                if letter in classes:
                    classes[name] = classes[letter]
        subtable.Coverage.glyphs.sort(key=order.index)


def drop_dot_anchors(layout, marks):
    """Dots are part of their letters now; only hamza and madda remain as marks of their own."""
    dots = {mark for mark in marks if not mark.startswith("uni06")}
    for kind in ("MarkBasePos", "MarkMarkPos"):
        for subtable in layout.subtables(layout.positions, kind):
            sides = [("MarkCoverage", "MarkArray", "MarkRecord")] if kind == "MarkBasePos" else [
                ("Mark1Coverage", "Mark1Array", "MarkRecord"),
                ("Mark2Coverage", "Mark2Array", "Mark2Record"),
            ]
            for coverage_name, array_name, attribute in sides:
                coverage, array = getattr(subtable, coverage_name), getattr(subtable, array_name)
                pairs = [(g, r) for g, r in zip(coverage.glyphs, getattr(array, attribute)) if g not in dots]
                coverage.glyphs = [glyph for glyph, _ in pairs]
                setattr(array, attribute, [record for _, record in pairs])
                setattr(array, attribute.replace("Record", "Count"), len(pairs))
            _, records, _, rows = attachment(subtable)
            used = sorted({record.Class for record in records})
            for record in records:
                record.Class = used.index(record.Class)
            for row in rows:
                row_anchors = [anchors(row)[mark_class] for mark_class in used]
                setattr(row, "BaseAnchor" if kind == "MarkBasePos" else "Mark2Anchor", row_anchors)
            subtable.ClassCount = len(used)


def fix_anchors(font):
    """Vowel signs keep their regular place at every weight: it differs by a few units and costs 800 bytes."""
    def fix(anchor):
        if anchor is not None and anchor.Format == 3:
            anchor.Format, anchor.XDeviceTable, anchor.YDeviceTable = 1, None, None

    layout = Layout(font)
    for kind in ("MarkBasePos", "MarkMarkPos"):
        for subtable in layout.subtables(layout.positions, kind):
            _, records, _, rows = attachment(subtable)
            for anchor in [r.MarkAnchor for r in records] + [a for row in rows for a in anchors(row)]:
                fix(anchor)
    for subtable in layout.subtables(layout.positions, "MarkLigPos"):
        for record in subtable.MarkArray.MarkRecord:
            fix(record.MarkAnchor)
        for ligature in subtable.LigatureArray.LigatureAttach:
            for component in ligature.ComponentRecord:
                for anchor in component.LigatureAnchor:
                    fix(anchor)


main()
