namespace DroneDelivery.CosmosEmulator.Tests.Query;

/// <summary>Aggregates over the items of an array in one document; those over documents are in <c>QueryClauseTests</c>.</summary>
public sealed class AggregateTests
{
    [Theory]
    [InlineData("COUNT(s.n)", "[{'n':1},{'n':null},{},{'n':'a'},{'n':[]}]", "4")]
    [InlineData("COUNT(1)", "[{},{}]", "2")]
    [InlineData("COUNT(1)", "[]", "0")]
    [InlineData("COUNTIF(s.n = 1)", "[{'n':1},{'n':2},{},{'n':1}]", "2")]
    [InlineData("COUNTIF(s.n)", "[{'n':1},{'n':true},{'n':'true'},{'n':false}]", "1")]
    public void Count_OfItems_IsOfThoseThatAreDefinedOrTrue(string aggregate, string items, string expected) =>
        AssertValue(expected, aggregate, items);

    [Theory]
    [InlineData("SUM(s.n)", "[{'n':1},{},{'n':2.5}]", "3.5")]
    [InlineData("SUM(s.n)", "[]", "0")]
    [InlineData("SUM(s.n)", "[{'n':1},{'n':null},{'n':2}]", null)]
    [InlineData("AVG(s.n)", "[{'n':1},{},{'n':2}]", "1.5")]
    [InlineData("AVG(s.n)", "[{}]", null)]
    [InlineData("AVG(s.n)", "[{'n':'1'},{'n':2}]", null)]
    [InlineData("SUM(s.n)", "[{'n':[]},{'n':[]}]", null)]
    public void Sum_OfItems_LeavesOutUndefinedOnesAndRefusesOthersThanNumbers(string aggregate, string items, string? expected) =>
        AssertValue(expected, aggregate, items);

    [Theory]
    [InlineData("MIN(s.n)", "[{'n':2},{'n':1},{'n':3},{}]", "1")]
    [InlineData("MAX(s.n)", "[{'n':2},{'n':3},{'n':1},{}]", "3")]
    [InlineData("MIN(s.n)", "[{'n':'a'},{'n':false},{'n':1},{'n':null}]", "null")]
    [InlineData("MAX(s.n)", "[{'n':1},{'n':'a'},{'n':false},{'n':null}]", "\"a\"")]
    [InlineData("MAX(s.n)", "[{'n':1},{'n':[]},{'n':2}]", null)]
    [InlineData("MAX(s.n)", "[{'n':{}},{'n':1},{'n':[]}]", null)]
    [InlineData("MIN(s.n)", "[]", null)]
    public void Extreme_OfItems_IsTheScalarThatComesFirstOrLast(string aggregate, string items, string? expected) =>
        AssertValue(expected, aggregate, items);

    [Theory]
    [InlineData("MAKELIST(s.n)", "[{'n':1},{},{'n':1},{'n':'a'},{'n':null}]", "[1,1,\"a\",null]")]
    [InlineData("MAKESET(s.n)", "[{'n':1},{},{'n':1},{'n':'a'},{'n':1.0},{'n':'a'},{'n':[1]},{'n':[1]}]", "[1,\"a\",[1]]")]
    [InlineData("MAKELIST(1 / s.n)", "[{'n':0},{'n':1}]", "[1]")]
    [InlineData("MAKESET(s.n)", "[]", "[]")]
    public void List_OfItems_HasThoseThatJsonCanWrite(string aggregate, string items, string expected) =>
        AssertValue(expected, aggregate, items);

    private static void AssertValue(string? expected, string aggregate, string items) => Assert.Equal(
        expected,
        Json.Project($"SELECT VALUE (SELECT VALUE {aggregate} FROM s IN c.t) FROM c", $$"""{"t":{{items.Replace('\'', '"')}}}"""));
}
