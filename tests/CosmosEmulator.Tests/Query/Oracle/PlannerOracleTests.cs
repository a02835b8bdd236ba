using System.Text.Json;
using DroneDelivery.CosmosEmulator.Query;
using DroneDelivery.CosmosEmulator.Query.Syntax;
using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.Tests.Query.Oracle;

/// <summary>The emulator's query plans against those of Microsoft's planner.</summary>
public sealed class PlannerOracleTests(ITestOutputHelper output)
{
    private const string Marker = "{documentdb-formattableorderbyquery-filter}";
    internal const string Configuration = """
        {"maxSqlQueryInputLength":262144,"maxJoinsPerSqlQuery":10,"maxLogicalAndPerSqlQuery":2000,"maxLogicalOrPerSqlQuery":2000,
        "maxUdfRefPerSqlQuery":10,"maxInExpressionItemsCount":16000,"queryMaxInMemorySortDocumentCount":500,
        "maxQueryRequestTimeoutFraction":0.9,"sqlAllowNonFiniteNumbers":false,"sqlAllowAggregateFunctions":true,
        "sqlAllowSubQuery":true,"sqlAllowScalarSubQuery":true,"allowNewKeywords":true,"sqlAllowLike":true,
        "sqlAllowGroupByClause":true,"maxSpatialQueryCells":12,"spatialMaxGeometryPointCount":256,
        "sqlDisableOptimizationFlags":0,"sqlAllowTop":true,"enableSpatialIndexing":true}
        """;

    private static readonly string[] Filters =
    [
        "", "c.ownerId = 'o7'", "'o7' = c['ownerId'] AND c.year > 2020", "c.ownerId IN ('b', 'a', 3)",
        "c.ownerId = 'a' OR c.ownerId = 5 OR (c.ownerId = 'z' AND c.x = 1)", "c.ownerId = 'a' OR c.x = 1", "c.ownerId > 'a'",
        "NOT (c.ownerId = 'a')", "c.ownerId = null", "c.ownerId = true AND IS_DEFINED(c.a)", "c.ownerId = @o", "c.a BETWEEN 1 AND 5",
        "STARTSWITH(c.a, 'x') AND c.ownerId = 'o7'", "ARRAY_CONTAINS(c.tags, 'red')", "c.a LIKE 'x%'",
        "EXISTS(SELECT VALUE t FROM t IN c.tags WHERE t = 'red')", "(c.id = 'x' AND c.ownerId = 'a') OR (c.id = 'y' AND c.ownerId = 'b')",
        "ARRAY_CONTAINS(['b', 3, null], c.ownerId)", "STRINGEQUALS('a', c.ownerId)",
        "(c.a BETWEEN 1 AND 5) AND c.ownerId = 'a'",
    ];

    // {0} is the WHERE clause.
    private static readonly string[] Shapes =
    [
        "SELECT * FROM c{0}", "SELECT c.id, c.a AS x FROM c{0}", "SELECT VALUE c.a FROM c{0}", "SELECT VALUE {{\"a\": c.a}} FROM c{0}",
        "SELECT TOP 5 * FROM c{0}", "SELECT TOP @n c.id FROM c{0}", "SELECT * FROM c{0} OFFSET 10 LIMIT 5", "SELECT DISTINCT c.a FROM c{0}",
        "SELECT DISTINCT VALUE c.a FROM c{0}", "SELECT DISTINCT TOP 3 VALUE c.a FROM c{0}", "SELECT * FROM c{0} ORDER BY c.a",
        "SELECT c.id FROM c{0} ORDER BY c.a DESC, c.b ASC", "SELECT VALUE c.a FROM c{0} ORDER BY c.a", "SELECT TOP 5 * FROM c{0} ORDER BY c.a",
        "SELECT * FROM c{0} ORDER BY c.a OFFSET 10 LIMIT 5", "SELECT DISTINCT VALUE c.a FROM c{0} ORDER BY c.a",
        "SELECT VALUE COUNT(1) FROM c{0}", "SELECT VALUE SUM(c.a) FROM c{0}", "SELECT VALUE AVG(c.a) FROM c{0}", "SELECT VALUE MIN(c.a) FROM c{0}",
        "SELECT COUNT(1) AS n, MAX(c.a) AS m, AVG(c.b) AS v FROM c{0}", "SELECT c.y, COUNT(1) AS n FROM c{0} GROUP BY c.y",
        "SELECT c.y, c.z, SUM(c.a) AS s FROM c{0} GROUP BY c.y, c.z", "SELECT VALUE c.y FROM c{0} GROUP BY c.y",
        "SELECT c.id, t FROM c JOIN t IN c.tags{0}", "SELECT VALUE COUNT(1) FROM c JOIN t IN c.tags{0}",
        "SELECT VALUE COUNT(1) FROM (SELECT DISTINCT VALUE c.a FROM c{0})", "SELECT COUNT(1) AS n FROM (SELECT DISTINCT c.a FROM c{0})",
        "SELECT DISTINCT VALUE c.a FROM c{0} OFFSET 1 LIMIT 2", "SELECT DISTINCT c.a FROM c{0} ORDER BY c.a",
        "SELECT DISTINCT TOP 3 c.a FROM c{0} ORDER BY c.a", "SELECT TOP 3 c.y, COUNT(1) AS n FROM c{0} GROUP BY c.y",
        "SELECT c.y FROM c{0} GROUP BY c.y OFFSET 1 LIMIT 2", "SELECT DISTINCT c.y FROM c{0} GROUP BY c.y",
        "SELECT t.x FROM t IN c.tags", "SELECT VALUE t FROM c.tags AS t", "SELECT c.id, t FROM c JOIN t IN c.tags{0} ORDER BY c.id",
        "SELECT c.y AS \"two words\", COUNT(1) FROM c{0} GROUP BY c.y", "SELECT VALUE MAKELIST(c.a) FROM c{0}",
        "SELECT VALUE COUNTIF(c.flag) FROM c{0}", "SELECT LOWER(c.y) AS y, COUNT(c.a) FROM c{0} GROUP BY LOWER(c.y)",
        "SELECT * FROM r{0} ORDER BY c.a", "SELECT c[\"a b\"] FROM c{0} ORDER BY c[\"a b\"]", "SELECT c.a.b[0] FROM c{0} ORDER BY c.a.b[0]",
        "SELECT VALUE c FROM c{0} ORDER BY c.a", "SELECT c FROM c{0} ORDER BY c.a", "SELECT c.a + 1 AS x FROM c{0} ORDER BY c.a",
        "SELECT VALUE s.id FROM (SELECT c.id FROM c{0}) AS s", "SELECT (SELECT VALUE COUNT(1) FROM t IN c.tags) AS n FROM c{0}",
        "SELECT c.id, ARRAY(SELECT VALUE t FROM t IN c.tags) AS tags FROM c{0}", "SELECT VALUE COUNT(1) FROM c{0} GROUP BY c.y",
        "SELECT VALUE x FROM c JOIN (SELECT VALUE t FROM t IN c.tags WHERE t = 1) AS x{0}",
        "SELECT VALUE x FROM c JOIN (SELECT VALUE t FROM t IN typo.tags) x{0}", "SELECT COUNT('a') AS n FROM (SELECT DISTINCT c.a FROM c{0})",
        "SELECT c.y FROM c{0} GROUP BY (SELECT VALUE c.a)", "SELECT VALUE COUNT(1) FROM (SELECT DISTINCT TOP 2 c.a FROM c{0})",
        "SELECT c.id FROM c JOIN (SELECT VALUE MAX(x) FROM x IN c.t) AS s ORDER BY s",
        "SELECT c.id FROM c JOIN (SELECT VALUE t.x + 1 FROM t IN c.t) AS s ORDER BY c.a, s",
        "SELECT c.id FROM c JOIN (SELECT VALUE 1) AS s ORDER BY s", "SELECT c.id FROM c JOIN (SELECT VALUE @n) AS s ORDER BY s",
        "SELECT c.id FROM c JOIN (SELECT VALUE t.x FROM t IN c.t WHERE t.y = 1) AS s ORDER BY s",
        "SELECT c.id FROM c JOIN (SELECT t.x FROM t IN c.t) AS s ORDER BY s.x",
        "SELECT c.id FROM c JOIN (SELECT t.x FROM t IN c.t) AS s ORDER BY s.y",
        "SELECT c.id FROM c JOIN (SELECT t.x FROM t IN c.t) AS s ORDER BY s",
        "SELECT c.id FROM c JOIN (SELECT t.x + 1 AS x, t.y FROM t IN c.t) AS s ORDER BY s.x",
        "SELECT c.id FROM c JOIN (SELECT t.x + 1 AS x, t.y FROM t IN c.t) AS s ORDER BY s.y",
        "SELECT c.id FROM c JOIN (SELECT VALUE {{\"a\": c.a}}) AS s ORDER BY s[\"a\"].b",
        "SELECT c.id FROM c JOIN (SELECT VALUE {{\"a\": {{\"b\": c.a}}}}) AS s ORDER BY s.a.b",
        "SELECT c.id FROM c JOIN (SELECT VALUE {{\"a\": {{\"b\": c.a}}}}) AS s ORDER BY s.a",
        "SELECT c.id FROM c JOIN (SELECT VALUE {{\"a\": 1, \"b\": c.b}}) AS s ORDER BY s.a",
        "SELECT c.id FROM c JOIN (SELECT VALUE [1, c.a]) AS s ORDER BY s[1]",
        "SELECT c.id FROM c JOIN (SELECT VALUE [1, c.a]) AS s ORDER BY s[2]",
        "SELECT c.id FROM c JOIN (SELECT VALUE [1, c.a]) AS s ORDER BY s", "SELECT c.id FROM c JOIN s IN c.t ORDER BY s.x",
        "SELECT c.id FROM c JOIN c.t AS s ORDER BY s", "SELECT c.id FROM c JOIN s IN (SELECT VALUE c.t) ORDER BY s.x",
        "SELECT c.id FROM c JOIN s IN (SELECT VALUE [c.a]) ORDER BY s",
        "SELECT c.id FROM c JOIN s IN (SELECT VALUE t.u FROM t IN c.t) ORDER BY s",
        "SELECT c.id FROM c JOIN (SELECT VALUE [c.a]) AS r JOIN t IN r ORDER BY t",
        "SELECT c.id FROM c JOIN (SELECT VALUE c.a) AS r JOIN t IN r ORDER BY t",
        "SELECT c.id FROM c JOIN (SELECT t.k, COUNT(1) AS n FROM t IN c.t GROUP BY t.k) AS s ORDER BY s.n",
        "SELECT c.id FROM c JOIN (SELECT VALUE ARRAY(SELECT VALUE t FROM t IN c.t)) AS s ORDER BY s[0]",
        "SELECT c.id FROM c JOIN (SELECT VALUE c.a ?? c.b) AS s ORDER BY s.x",
        "SELECT c.id FROM c JOIN (SELECT VALUE r.a FROM (SELECT c.a) AS r) AS s ORDER BY s",
        "SELECT c.id FROM c JOIN (SELECT VALUE r.b FROM (SELECT c.a) AS r) AS s ORDER BY s",
        "SELECT c.id FROM c JOIN (SELECT VALUE c) AS s ORDER BY s",
        "SELECT c.id FROM c JOIN (SELECT VALUE (SELECT c.a)) AS s ORDER BY s.a",
        "SELECT c.id FROM c JOIN (SELECT VALUE (SELECT VALUE MAX(t) FROM t IN c.t)) AS s ORDER BY s",
        "SELECT c.id FROM c ORDER BY c", "SELECT c.id FROM c ORDER BY c.a[0].b",
        "SELECT c.id FROM c ORDER BY (SELECT VALUE t.a FROM c.b AS t)",
        "SELECT c.id FROM c ORDER BY (SELECT VALUE t.a FROM c.b AS t WHERE t.x = 1)",
        "SELECT c.id FROM c ORDER BY EXISTS(SELECT VALUE c.a)", "SELECT c.id FROM c ORDER BY {{\"a\": c.a}}.a",
        "SELECT c.id FROM c ORDER BY [c.a][1]", "SELECT c.id FROM c ORDER BY c.a + typo",
        "SELECT c.id FROM c ORDER BY c.a + 1, typo.b", "SELECT c.id FROM c ORDER BY LOWER(c.a)", "SELECT c.id FROM c ORDER BY 1",
        "SELECT s.a FROM (SELECT c.a FROM c) AS s ORDER BY s.b", "SELECT s.a FROM (SELECT c.a FROM c) AS s ORDER BY s",
        "SELECT * FROM c WHERE c.a BETWEEN 1 AND 5 AND c.b = 2", "SELECT * FROM c WHERE c.b = 2 AND c.a BETWEEN 1 AND 5",
        "SELECT VALUE c.a BETWEEN 1 AND 5 ?? c.b FROM c", "SELECT VALUE c.a BETWEEN c.b = 1 AND c.d < 2 FROM c",
        "SELECT VALUE c.a IN (1) IN (true) FROM c", "SELECT VALUE c.a LIKE 'x' NOT LIKE 'y' FROM c",
        "SELECT * FROM c WHERE c.a LIKE 'x' ESCAPE '!!'", "SELECT VALUE c.a LIKE 'x' ESCAPE c.b FROM c",
        "SELECT VALUE c.a NOT LIKE 'x' ESCAPE '!' AND c.b NOT IN (1) FROM c", "SELECT * FROM (c.a) AS t",
        "SELECT VALUE s FROM (SELECT c.a FROM c).a AS s",
        "SELECT * FROM c{0} OFFSET 1 LIMIT 2147483647", "SELECT TOP 4294967295 * FROM c{0}",
        "SELECT * FROM c{0} OFFSET 0x10 LIMIT 2",
        "SELECT * FROM c{0} OFFSET 0 LIMIT 4294967296", "SELECT * FROM c OFFSET 4294967296 LIMIT 1",
        "SELECT TOP 4294967296 * FROM c",
        "SELECT s.b FROM (SELECT c.a, c.b FROM c{0}) AS s ORDER BY s.a DESC", "SELECT VALUE t FROM c.b AS t ORDER BY t.a",
        "SELECT TOP 3 VALUE s FROM (SELECT * FROM c{0}) AS s ORDER BY s.a",
        "SELECT VALUE s FROM c JOIN (SELECT TOP 1 VALUE t FROM t IN c.a ORDER BY t) AS s",
        "SELECT VALUE ARRAY(SELECT TOP 1 VALUE typo FROM t IN c.a) FROM c",
        "SELECT VALUE ARRAY(SELECT VALUE t FROM t IN c.a GROUP BY typo ORDER BY t) FROM c",
        "SELECT VALUE ARRAY(SELECT TOP 1 VALUE 1 OFFSET 0 LIMIT 1) FROM c",
        "SELECT * FROM c WHERE EXISTS(SELECT TOP 1.5 VALUE t FROM t IN c.a)",
        "SELECT * FROM c JOIN (SELECT VALUE t FROM t IN c.a OFFSET 0 LIMIT 1) AS s",
        "SELECT * FROM s IN (SELECT VALUE c.a FROM c{0})", "SELECT VALUE s FROM s IN (SELECT VALUE c.t FROM c{0})",
        "SELECT VALUE s FROM (SELECT * FROM c{0}) AS s WHERE s.x = 1",
        "SELECT VALUE s FROM (SELECT VALUE c FROM c) AS s WHERE s.ownerId = 'a'",
        "SELECT * FROM (SELECT * FROM (SELECT * FROM c{0}) AS r WHERE r.z = 1) AS s ORDER BY s.a",
        "SELECT * FROM c[1]", "SELECT * FROM c[@n]", "SELECT * FROM c['a' || 'b']", "SELECT VALUE s (SELECT * FROM c) AS s",
        "SELECT c.a \"two words\" FROM c ORDER BY c.a", "SELECT c.a 'x', c.b \"x\" FROM c", "SELECT * FROM c AS \"x\"", "SELECT c.a, c.b AS a FROM c",
        "SELECT VALUE c.a + 1 << c.b * 2 >> 3 >= c.d FROM c ORDER BY c.a",
        "SELECT VALUE 1 << 2 >>> 3 < c.a | 4 FROM c ORDER BY c.a", "SELECT VALUE c.a BETWEEN 1 << 2 AND 3 FROM c ORDER BY c.a",
        "SELECT VALUE [NaN, -Infinity, c.a] FROM c{0} ORDER BY c.a", "SELECT NaN FROM c", "SELECT c.NaN FROM c", "SELECT c.a AS Infinity FROM c",
        "SELECT * FROM NaN", "SELECT VALUE nan FROM c", "SELECT VALUE {{NaN: 1}}", "SELECT VALUE 1e400",
        "SELECT COUNT(1) AS a, SUM(5) AS b", "SELECT VALUE {{\"n\": [COUNT(1), AVG(2 + 3)]}}", "SELECT VALUE 1 + COUNT(1)",
        "SELECT VALUE {{\"n\": COUNT(1)}} FROM c", "SELECT DISTINCT TOP 1 COUNT(1)", "SELECT VALUE 1 OFFSET 1 LIMIT 2", "SELECT 1 AS a GROUP BY 1",
        "SELECT ABS() FROM c", "SELECT ABS(1, 2) FROM c", "SELECT ROUND(1, 2, 3) FROM c", "SELECT CONCAT('a') FROM c", "SELECT RAND(1) FROM c",
        "SELECT * FROM c WHERE c.a NOT (1)", "SELECT * FROM c WHERE c.b = 2 AND c.a NOT BETWEEN 1 AND 2", "SELECT * FROM c JOIN c.a AS c",
        "SELECT VALUE 1 FROM c JOIN c.a c", "SELECT VALUE 1 FROM c JOIN c[\"c\"]", "SELECT VALUE 1 FROM c JOIN (SELECT 1) AS c",
        "SELECT TOP 1.5 * FROM c", "SELECT VALUE (SELECT TOP 2 VALUE 1 OFFSET 1 LIMIT 1) FROM c", "SELECT /* x */ VALUE 1", "SELECT * FROM c -- x",
        "SELECT ROUND(1, 2, 3) FROM c ORDER BY LOWER(x)", "SELECT VALUE TRUE FROM c", "SELECT VALUE c.a FROM c JOIN t IN OBJECTTOARRAY(c.b)",
    ];

    [Fact]
    public void Plans_OfAllShapesAndFilters_AreThoseOfTheNativePlanner()
    {
        Assert.SkipUnless(NativePlanner.IsAvailable, "The SDK has no native planner for this system.");
        using var planner = new NativePlanner(Configuration);
        var different = new List<string>();
        var count = 0;
        foreach (var query in Shapes.SelectMany(shape => Filters.Select(filter => AddFilter(shape, filter))).Distinct())
        {
            var (native, isError) = planner.Plan(Request(query), "ownerId");
            var (expected, actual) = (isError ? DescribeError(native) : Describe(native), DescribeOwn(query));
            count++;
            if (expected != actual)
            {
                different.Add($"{query}\n  native   {expected}\n  emulator {actual}");
            }
        }

        output.WriteLine($"{count} queries, {different.Count} different\n{string.Join('\n', different)}");
        Assert.Empty(different);
    }

    /// <summary>
    /// Queries with a part left out, put twice or exchanged for another: most of them are wrong. The native planner prints a line for
    /// each, so only a part of them is planned in the usual run.
    /// </summary>
    [Theory]
    [InlineData(8)]
    [InlineData(1, Explicit = true)]
    public void Errors_OfWrongQueries_HaveTheCodesOfTheNativePlanner(int everyNth)
    {
        Assert.SkipUnless(NativePlanner.IsAvailable, "The SDK has no native planner for this system.");
        using var planner = new NativePlanner(Configuration);
        var wrong = 0;
        var different = new List<string>();
        foreach (var query in Shapes.Select(shape => AddFilter(shape, "c.a = 1")).SelectMany(Change).Distinct().Where((_, index) => index % everyNth == 0))
        {
            var (native, isError) = planner.Plan(Request(query), "ownerId");
            if (isError)
            {
                wrong++;
                var (expected, actual) = (DescribeError(native), DescribeOwn(query));
                if (expected != actual)
                {
                    different.Add($"{query}\n  native   {expected}\n  emulator {actual}");
                }
            }
        }

        output.WriteLine($"{wrong} wrong queries, {different.Count} with another code\n{string.Join('\n', different)}");
        Assert.InRange(wrong, 100, int.MaxValue);
        Assert.Empty(different);
    }

    private static string AddFilter(string shape, string filter) =>
        string.Format(null, shape, filter.Length == 0 ? "" : $" WHERE {filter}");

    private static IEnumerable<string> Change(string query)
    {
        var words = query.Split(' ');
        for (var place = 0; place < words.Length; place++)
        {
            yield return string.Join(' ', [.. words[..place], .. words[(place + 1)..]]);
            yield return string.Join(' ', [.. words[..place], words[place], .. words[place..]]);
            yield return string.Join(' ', [.. words[..place], words[(place + 3) % words.Length], .. words[(place + 1)..]]);
        }
    }

    private static string Request(string query) =>
        JsonSerializer.Serialize(new { query, parameters = new object[] { new { name = "@o", value = "o7" }, new { name = "@n", value = 7 } } });

    private static string DescribeOwn(string query)
    {
        try
        {
            var parameters = Json.Parameters("""{"@o":"o7","@n":7}""");
            return Describe(JsonElement.Parse(QueryPlanner.Plan(
                SqlParser.Parse(query), parameters, [PropertyPath.Parse("/ownerId")], null, levels => $"[{Json.Text(levels[0])}]")));
        }
        catch (SqlException error)
        {
            return DescribeError(JsonElement.Parse(error.ToErrorJson()));
        }
    }

    /// <summary>The first error with its place and text: the native planner may find more than one.</summary>
    private static string DescribeError(JsonElement errors) => errors.TryGetProperty("errors", out var list)
        ? $"error {list[0].GetRawText()}"
        : $"error {errors.GetProperty("Errors")[0].GetString()}";

    /// <summary>A plan in one form: the fields that are set, the rewritten query as it is parsed, and the ranges.</summary>
    private static string Describe(JsonElement plan)
    {
        var info = plan.GetProperty("queryInfo").EnumerateObject()
            .Where(field => !IsUnset(field.Value))
            .OrderBy(field => field.Name, StringComparer.Ordinal)
            .Select(field => $"{field.Name}={(field.Name == "rewrittenQuery" ? Canonical(field.Value.GetString()!) : Normal(field))}");
        var ranges = plan.GetProperty("queryRanges").EnumerateArray().Select(Range).Order(StringComparer.Ordinal);
        return $"{string.Join("; ", info)} | {string.Join(' ', ranges)}";
    }

    private static bool IsUnset(JsonElement value) => value.ValueKind switch
    {
        JsonValueKind.Null or JsonValueKind.False => true,

        // The native planner writes booleans as 0 and 1.
        JsonValueKind.Number => value.GetRawText() == "0",
        JsonValueKind.String => value.GetString() is "" or "None",
        JsonValueKind.Array => value.GetArrayLength() == 0,
        JsonValueKind.Object => !value.EnumerateObject().Any(),
        _ => false,
    };

    private static string Normal(JsonProperty field) => field.Name switch
    {
        "orderByExpressions" or "groupByExpressions" => string.Join(',', field.Value.EnumerateArray().Select(each => CanonicalExpression(each.GetString()!))),
        "hasSelectValue" => "true",
        "groupByAliasToAggregateType" => string.Join(',', field.Value.EnumerateObject().Select(each => $"{each}").Order(StringComparer.Ordinal)),
        _ => field.Value.GetRawText(),
    };

    private static string CanonicalExpression(string text) => Canonical($"SELECT VALUE {text} FROM c")["SELECT VALUE ".Length..^"\nFROM c".Length];

    private static string Canonical(string query) =>
        SqlText.Write(QueryParser.Parse(query.Replace(Marker, "true", StringComparison.Ordinal))).Replace('\n', ' ');

    private static string Range(JsonElement range)
    {
        var (min, max) = (range.GetProperty("min"), range.GetProperty("max"));
        var (low, high) = (Bound(min), Bound(max));
        return low == high ? low : (low, high) is ("", "\"Infinity\"" or "FF") ? "all" : $"{low}..{high}";
    }

    // The native planner has keys as JSON arrays, the emulator here as the text of one.
    private static string Bound(JsonElement bound) => bound.ValueKind == JsonValueKind.String && bound.GetString() is { } text && text.StartsWith('[')
        ? text
        : bound.ValueKind == JsonValueKind.Array && bound.GetArrayLength() == 0 ? ""
        : bound.ValueKind == JsonValueKind.String && bound.GetString() is "" or "FF" ? bound.GetString()! : bound.GetRawText();
}
