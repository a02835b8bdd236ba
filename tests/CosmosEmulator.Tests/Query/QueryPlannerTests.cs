using System.Text.Json;
using DroneDelivery.CosmosEmulator.Query;
using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.Tests.Query;

public sealed class QueryPlannerTests
{
    private const string Parameters = """{"@o":"o7","@n":5}""";

    [Theory]
    [InlineData("c.ownerId = 'o7'", "[\"o7\"]")]
    [InlineData("'o7' = c['ownerId'] AND c.year > 2020", "[\"o7\"]")]
    [InlineData("c.ownerId = @o AND c.year = 2024 AND c.month = 1", "[\"o7\"]")]
    [InlineData("c.ownerId IN ('b', 'a', @o)", "[\"a\"] [\"b\"] [\"o7\"]")]
    [InlineData("c.ownerId = @o OR c.ownerId = @n OR (c.ownerId = 'z' AND c.x = 1)", "[\"o7\"] [\"z\"] [5]")]
    [InlineData("(c.id = 'x' AND c.ownerId = 'a') OR (c.id = 'y' AND c.ownerId = 'a')", "[\"a\"]")]
    [InlineData("c.ownerId = 'a' AND c.ownerId IN ('a', 'b')", "[\"a\"]")]
    [InlineData("c.ownerId = null", "[null]")]
    [InlineData("c.ownerId = true", "[true]")]
    [InlineData("c.ownerId = 'a' || 'b'", "[\"ab\"]")]
    [InlineData("c.ownerId = 5 OR c.ownerId = 5.0", "[5]")]
    [InlineData("ARRAY_CONTAINS(['b', 'a'], c.ownerId) AND c.year > 2020", "[\"a\"] [\"b\"]")]
    [InlineData("STRINGEQUALS(c.ownerId, @o)", "[\"o7\"]")]
    [InlineData("c.ownerId = 'a' OR c.x = 1", "all")]
    [InlineData("c.ownerId > 'a'", "all")]
    [InlineData("STARTSWITH(c.ownerId, 'a')", "all")]
    [InlineData("NOT (c.ownerId = 'a')", "all")]
    [InlineData("c.ownerId = c.x", "all")]
    [InlineData("c.nested.ownerId = 'a'", "all")]
    [InlineData("c.ownerId = 'a' AND c.ownerId = 'b'", "none")]
    [InlineData("c.year = 1 AND c.year = 2", "none")]
    [InlineData("c.ownerId = undefined", "none")]
    [InlineData("false", "none")]
    public void Plan_Filter_NarrowsTheRangesToTheKeysItFixes(string filter, string expected)
    {
        var plan = Plan($"SELECT * FROM c WHERE {filter}", partitionKey: null);

        Assert.Equal(expected, DescribeRanges(plan));
    }

    [Theory]
    [InlineData("""{"k":"o9"}""", "[\"o9\"]")]
    [InlineData("""{"k":null}""", "[null]")]
    [InlineData("{}", "[undefined]")]
    public void Plan_PartitionKeyOfTheRequest_IsTheOnlyRange(string request, string expected)
    {
        var key = CosmosValue.From(JsonElement.Parse(request)).Member("k");

        Assert.Equal(expected, DescribeRanges(Plan("SELECT * FROM c WHERE c.ownerId = 'o7'", [key])));
    }

    [Theory]
    [InlineData("c.a = 1 AND c.b = 'x' AND c.c.d = true", "[1,\"x\",true]")]
    [InlineData("c.a = 1 AND c.b = 'x'", "[1,\"x\"]*")]
    [InlineData("c.a = 1 AND c.c.d = true", "[1]*")]
    [InlineData("c.a IN (2, 1) AND c.b = 'x'", "[1,\"x\"]* [2,\"x\"]*")]
    [InlineData("c.a = 1 AND c.b IN ('x', 'y') AND c.c.d = null", "[1,\"x\",null] [1,\"y\",null]")]
    [InlineData("c.a = 1 OR c.b = 'x'", "all")]
    [InlineData("c.b = 'x' AND c.c.d = true", "all")]
    [InlineData("c.a = 1 AND c.b = 'x' AND c.b = 'y'", "none")]
    public void Plan_FilterOnAHierarchicalKey_NarrowsTheRangesToTheFirstLevelsThatItFixes(string filter, string expected)
    {
        var plan = Plan($"SELECT * FROM c WHERE {filter}", null, "/a", "/b", "/c/d");

        Assert.Equal(expected, DescribeRanges(plan));
    }

    /// <summary>ReadMany of 100 items names 100 values for each level.</summary>
    [Fact]
    public void Plan_FilterOnManyValuesOfSeveralLevels_NarrowsByTheFirst()
    {
        var filter = string.Join(" OR ", Enumerable.Range(100, 100).Select(item => $"(c.a = {item} AND c.b = {item})"));

        var plan = Plan($"SELECT * FROM c WHERE {filter}", null, "/a", "/b");

        Assert.Equal(string.Join(' ', Enumerable.Range(100, 100).Select(item => $"[{item}]*")), DescribeRanges(plan));
    }

    [Fact]
    public void Plan_FirstLevelsOfAKeyInTheRequest_AreTheRangeOfAllKeysThatBeginWithThem()
    {
        CosmosValue[] prefix = [CosmosValue.From("a"), CosmosValue.Undefined];

        Assert.Equal(
            "[\"a\",undefined]*", DescribeRanges(Plan("SELECT * FROM c WHERE c.a = 1", prefix, "/a", "/b", "/c")));
    }

    [Theory]
    [InlineData("SELECT VALUE s FROM (SELECT * FROM c WHERE c.x = 1) AS s WHERE s.ownerId = 'a'")]
    [InlineData("SELECT VALUE s FROM (SELECT VALUE r FROM c AS r WHERE r.ownerId = 'a') AS s ORDER BY s.x")]
    [InlineData("SELECT VALUE s FROM (SELECT VALUE c FROM c WHERE c.ownerId = 'a') AS s")]
    [InlineData("SELECT s.x FROM (SELECT * FROM (SELECT * FROM c WHERE c.ownerId = 'a') AS r) s WHERE s.ownerId IN ('a', 'c')")]
    public void Plan_FilterAroundASubqueryOfDocuments_NarrowsTheRangesToo(string query) =>
        Assert.Equal("[\"a\"]", DescribeRanges(Plan(query, partitionKey: null)));

    [Fact]
    public void Plan_PlainQuery_HasEveryFieldOfTheService()
    {
        var info = Plan("SELECT * FROM c", partitionKey: null).GetProperty("queryInfo");

        const string Expected = """
            {"distinctType":"None","top":null,"offset":null,"limit":null,"orderBy":[],"orderByExpressions":[],
            "groupByExpressions":[],"groupByAliases":[],"aggregates":[],"groupByAliasToAggregateType":{},
            "rewrittenQuery":"","hasSelectValue":false,"hasNonStreamingOrderBy":false,"dCountInfo":null}
            """;
        Assert.Equal(Expected.ReplaceLineEndings(""), info.GetRawText());
    }

    [Fact]
    public void Plan_TopAndValue_AreNamed()
    {
        var info = Plan("SELECT TOP @n VALUE c.id FROM c", partitionKey: null).GetProperty("queryInfo");

        Assert.Equal(5, info.GetProperty("top").GetInt32());
        Assert.True(info.GetProperty("hasSelectValue").GetBoolean());
    }

    private static JsonElement Plan(string text, IReadOnlyList<CosmosValue>? partitionKey) => Plan(text, partitionKey, "/ownerId");

    private static JsonElement Plan(string text, IReadOnlyList<CosmosValue>? partitionKey, params string[] paths) =>
        JsonElement.Parse(QueryPlanner.Plan(
            SqlParser.Parse(text), Json.Parameters(Parameters), [.. paths.Select(PropertyPath.Parse)], partitionKey, Hash));

    private static string Hash(IReadOnlyList<CosmosValue> key) => $"[{string.Join(',', key.Select(Json.Text))}]";

    private static string DescribeRanges(JsonElement plan) =>
        string.Join(' ', plan.GetProperty("queryRanges").EnumerateArray().Select(DescribeRange));

    private static string DescribeRange(JsonElement range)
    {
        var (min, max) = (range.GetProperty("min").GetString(), range.GetProperty("max").GetString());
        var isPoint = range.GetProperty("isMaxInclusive").GetBoolean() && min == max;
        Assert.True(range.GetProperty("isMinInclusive").GetBoolean());
        return (min, max, isPoint) switch
        {
            ("", "FF", false) => "all",
            ("", "", true) => "none",
            (_, _, true) => min!,
            _ when max == $"{min}FF" => $"{min}*",
            _ => $"{min}..{max}",
        };
    }
}
