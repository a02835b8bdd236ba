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

        Assert.Equal(expected, DescribeRanges(Plan("SELECT * FROM c WHERE c.ownerId = 'o7'", key)));
    }

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

    private static JsonElement Plan(string text, CosmosValue? partitionKey) => JsonElement.Parse(QueryPlanner.Plan(
        SqlParser.Parse(text), Json.Parameters(Parameters), "/ownerId", partitionKey, Hash));

    private static string Hash(CosmosValue key) => $"[{Json.Text(key)}]";

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
            _ => $"{min}..{max}",
        };
    }
}
