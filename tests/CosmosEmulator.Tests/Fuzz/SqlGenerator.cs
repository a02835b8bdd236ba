using System.Globalization;

namespace DroneDelivery.CosmosEmulator.Tests.Fuzz;

/// <summary>Random queries: most are valid or nearly so, and some have characters changed.</summary>
internal sealed class SqlGenerator(Random random)
{
    private const int MaxDepth = 5;

    private static readonly string[] Selections =
    [
        "*", "VALUE c", "VALUE 1", "c.id", "c.id, c.month AS m", "TOP 3 *", "TOP 0 *", "TOP -1 *", "TOP @p *", "DISTINCT c.month", "VALUE COUNT(1)",
        "VALUE {\"a\": c.id, \"b\": [c.month]}", "VALUE SUM(c.month)", "d.id", "c.*", "",
        "DISTINCT VALUE c.note", "c.month, COUNT(1) AS n, AVG(c.month)", "VALUE MAX(c.note)", "VALUE d", "TOP 2 d.x, c.id", "TOP 1.5 c.id",
        "VALUE ARRAY(SELECT VALUE t FROM t IN c.tags)", "VALUE (SELECT VALUE MIN(t) FROM t IN c.tags)", "MAKELIST(c.id)", "VALUE [1, c.id, 1 / 0]",
    ];

    private static readonly string[] Ends =
    [
        "", "", "", " ORDER BY c.id", " ORDER BY c.month DESC, c.id", " OFFSET 1 LIMIT 2", " GROUP BY c.month", " ORDER BY", ";", " -- end",
        " GROUP BY c.month, c.note OFFSET 1 LIMIT 1", " ORDER BY c.tags DESC OFFSET 1 LIMIT 3", " ORDER BY LOWER(c.note)", " ORDER BY d",
        " GROUP BY c", " OFFSET -1 LIMIT @p", " ORDER BY c.month ASC, c.note DESC, c._ts",
    ];

    private static readonly string[] Sources =
        ["c", "c", "c", "root", "items c", "c JOIN d IN c.tags", "d IN c.tags", "(SELECT * FROM c) c", "c.tags", "c, d", "c JOIN d IN c.tags JOIN e IN c.tags",
        "c JOIN (SELECT VALUE t FROM t IN c.tags WHERE t != null) AS d", "(SELECT DISTINCT c.month FROM c) AS d", "c JOIN (SELECT 1 AS x) AS d"];

    private static readonly string[] Functions =
    [
        "ABS", "CEILING", "FLOOR", "POWER", "ROUND", "SQRT", "SIN", "LOG", "CONCAT", "CONTAINS", "STARTSWITH", "ENDSWITH", "INDEX_OF",
        "LEFT", "RIGHT", "LENGTH", "LOWER", "UPPER", "LTRIM", "REPLACE", "REPLICATE", "REVERSE", "SUBSTRING", "ToString", "StringToNumber",
        "IS_DEFINED", "IS_NULL", "IS_NUMBER", "IS_STRING", "IS_ARRAY", "ARRAY_CONTAINS", "ARRAY_LENGTH", "ARRAY_SLICE", "ARRAY_CONCAT",
        "ST_DISTANCE", "GetCurrentTimestamp", "RegexMatch", "udf.f", "NO_SUCH", "IntAdd", "IntDiv", "IntBitLeftShift", "NumberBin",
        "Choose", "StringToArray", "StringJoin", "StringSplit", "SetUnion", "SetIntersect", "ARRAY_MAX", "ARRAY_AVG", "ObjectToArray",
        "DateTimeAdd", "DateTimeBin", "DateTimeDiff", "DateTimeFromParts", "DateTimeFormat", "TicksToDateTime", "DocumentId",
    ];

    private static readonly string[] Operators =
        ["=", "!=", "<", ">", "<=", ">=", "AND", "OR", "+", "-", "*", "/", "%", "||", "??", "&", "|", "^", "<<", ">>", ">>>", "<>"];

    private static readonly string[] Literals =
    [
        "1", "0", "-0", "9007199254740993", "-9223372036854775808", "1e308", "1e999", "0.1", "'o3'", "'o3-2-1'", "''", "'it''s'", "\"x\"",
        "'\\u00e9'", "'\\ud800'", "'\u0001'", "'日本'", "true", "false", "null", "undefined", "[1, 'a']", "{\"a\": 1}", "@p", "@missing",
        "'%o[1-3]_%'", "'[a'", "'(a|b)+$'", "'(?<=a)\\1'", "'mm'", "'ns'", "'2024-02-29T12:00:00Z'", "'yyyy-MM-dd FFF'", "'[[1], {}]'",
    ];

    private static readonly string[] Paths =
    [
        "c.id", "c.ownerId", "c.month", "c[\"note\"]", "c.note", "c.tags[0]", "c.a.b.c", "c._ts", "c", "d.x", "c['quo\\'te']", "c[999999999999]",
    ];

    private const string Characters = "()[]{}'\"@.,;*=<>!-+/\\ \t\n\0aAcC19_é";

    public string Next()
    {
        var depth = random.Next(MaxDepth);
        var where = random.Next(5) == 0 ? "" : $" WHERE {Expression(depth)}";
        var text = random.Next(2) == 0
            ? $"SELECT * FROM c{where}"
            : $"SELECT {Pick(Selections)} FROM {Pick(Sources)}{where}{Pick(Ends)}";
        return random.Next(4) == 0 ? Mutate(text) : text;
    }

    private string Expression(int depth) => depth == 0 ? $"{Leaf()} {Pick(Operators)} {Leaf()}" : random.Next(11) switch
    {
        0 or 1 => Leaf(),
        2 => $"{Pick(Functions)}({string.Join(", ", Enumerable.Range(0, random.Next(4)).Select(_ => Expression(depth - 1)))})",
        3 => $"{Leaf()} IN ({string.Join(", ", Enumerable.Range(0, random.Next(5)).Select(_ => Leaf()))})",
        4 => $"{Leaf()} BETWEEN {Leaf()} AND {Leaf()}",
        5 => $"NOT ({Expression(depth - 1)})",
        6 => $"({Expression(depth - 1)} ? {Leaf()} : {Leaf()})",
        7 => $"{Leaf()} LIKE {Pick(Literals)}{(random.Next(3) == 0 ? " ESCAPE '!'" : "")}",
        8 => $"{Pick(["EXISTS", "ARRAY", ""])}(SELECT VALUE t FROM t IN c.tags WHERE {Expression(depth - 1)})",
        _ => $"({Expression(depth - 1)} {Pick(Operators)} {Expression(depth - 1)})",
    };

    private string Leaf() => random.Next(2) == 0
        ? Pick(Paths)
        : random.Next(5) == 0 ? random.NextInt64(long.MinValue, long.MaxValue).ToString(CultureInfo.InvariantCulture) : Pick(Literals);

    private string Mutate(string text)
    {
        for (var change = random.Next(1, 4); change > 0; change--)
        {
            var place = random.Next(text.Length);
            text = random.Next(3) switch
            {
                0 => text.Remove(place, 1),
                1 => text.Insert(place, Characters[random.Next(Characters.Length)].ToString()),
                _ => text.Insert(place, text[place..Math.Min(text.Length, place + random.Next(1, 20))]),
            };
        }

        return text;
    }

    private string Pick(string[] all) => all[random.Next(all.Length)];
}
