namespace DroneDelivery.CosmosEmulator.Tests.Query;

/// <summary>The first rows of each are the documentation's; null stands for undefined.</summary>
public sealed class ArrayFunctionTests
{
    [Theory]
    [InlineData("ARRAY_AVG([1, 2, 3, 4])", "2.5")]
    [InlineData("ARRAY_AVG([1.0, 2.0, 3.3, 4.7])", "2.75")]
    [InlineData("ARRAY_AVG([1, -2.7, 3, -4, undefined])", "-0.675")]
    [InlineData("ARRAY_AVG(['abc', 'ABC', 'aBc', 'AbC'])", null)]
    [InlineData("ARRAY_AVG([12, 'abc', true, false, null, undefined])", null)]
    [InlineData("ARRAY_AVG([])", null)]
    [InlineData("ARRAY_AVG('1')", null)]
    [InlineData("ARRAY_MEDIAN([1, 2, 3, 4])", "2.5")]
    [InlineData("ARRAY_MEDIAN([1.0, 2.0, 3.3, 4.7, 7.8])", "3.3")]
    [InlineData("ARRAY_MEDIAN([1, -2.7, 3, -4, undefined])", "-0.8500000000000001")]
    [InlineData("ARRAY_MEDIAN(['abc', 'ABC', 'aBc', 'AbC'])", null)]
    [InlineData("ARRAY_MEDIAN([12, 'abc', true, false, null, undefined])", null)]
    [InlineData("ARRAY_MEDIAN([])", null)]
    [InlineData("ARRAY_MEDIAN([7])", "7")]
    [InlineData("ARRAY_SUM([1, 2, 3, 4])", "10")]
    [InlineData("ARRAY_SUM([1, 2, 3, 4, undefined])", "10")]
    [InlineData("ARRAY_SUM(['abc', 'ABC', 'aBc', 'AbC'])", null)]
    [InlineData("ARRAY_SUM([12, 'abc', true, false, null, undefined])", null)]
    [InlineData("ARRAY_SUM([])", "0")]
    [InlineData("ARRAY_SUM({})", null)]
    [InlineData("ARRAY_SUM(undefined)", null)]
    public void Statistics_OfNumbers_AreComputed(string expression, string? expected) =>
        Assert.Equal(expected, Json.Value(expression));

    [Theory]
    [InlineData("ARRAY_MAX([1, 2, 3, 4])", "4")]
    [InlineData("ARRAY_MAX(['abc', 'ABC', 'aBc', 'AbC'])", "\"abc\"")]
    [InlineData("ARRAY_MAX([true, false])", "true")]
    [InlineData("ARRAY_MAX([null, null])", "null")]
    [InlineData("ARRAY_MAX([12, 'abc', true, false, null, undefined])", "\"abc\"")]
    [InlineData("ARRAY_MIN([1, 2, 3, 4])", "1")]
    [InlineData("ARRAY_MIN(['abc', 'ABC', 'aBc', 'AbC'])", "\"ABC\"")]
    [InlineData("ARRAY_MIN([true, false])", "false")]
    [InlineData("ARRAY_MIN([null, null])", "null")]
    [InlineData("ARRAY_MIN([12, 'abc', true, false, null, undefined])", "null")]
    [InlineData("ARRAY_MAX([9007199254740992, 9007199254740993])", "9007199254740993")]
    [InlineData("ARRAY_MAX(['\uFFEE', '😀']) = '😀'", "true")]
    [InlineData("ARRAY_MAX([])", null)]
    [InlineData("ARRAY_MIN([1, [2]])", null)]
    [InlineData("ARRAY_MIN([1, {}])", null)]
    [InlineData("ARRAY_MAX(5)", null)]
    public void MaxAndMin_OfScalars_OrderTheirTypes(string expression, string? expected) =>
        Assert.Equal(expected, Json.Value(expression));

    /// <summary>Milliseconds if the members of an item are read once, and more than a minute if each is looked for among all.</summary>
    [Fact(Timeout = 30_000)]
    public async Task Contains_PartOfManyMembers_ReadsAnItemInOnePass()
    {
        var members = string.Join(',', Enumerable.Range(0, 300_000).Select(number => $"\"{number}\":0"));
        var document = $$"""{"items":[{ {{members}},"more":1 }],"part":{ {{members}} } }""";

        var found = await Task.Run(
            () => Json.Project("SELECT VALUE ARRAY_CONTAINS(c.items, c.part, true) FROM c", document),
            TestContext.Current.CancellationToken);

        Assert.Equal("true", found);
    }

    [Theory]
    [InlineData("""ARRAY_CONTAINS_ALL([1, true, "3", [1,2,3]], 1, true, "3", [1,2,3])""", "true")]
    [InlineData("ARRAY_CONTAINS_ALL([1, 2, 3, 4], 2, 3, 4, 5)", "false")]
    [InlineData("ARRAY_CONTAINS_ALL([1, 2, 3, 4], 1, undefined)", null)]
    [InlineData("ARRAY_CONTAINS_ALL([1, 2, 3, 4], 5, 6, 7, 8)", "false")]
    [InlineData("ARRAY_CONTAINS_ALL([], 1, 2, 3)", "false")]
    [InlineData("ARRAY_CONTAINS_ALL([1, 2, 3, 4], 5, undefined)", "false")]
    [InlineData("""ARRAY_CONTAINS_ANY([1, true, "3", [1,2,3]], 1, true, "3", [1,2,3])""", "true")]
    [InlineData("ARRAY_CONTAINS_ANY([1, 2, 3, 4], 2, 3, 4, 5)", "true")]
    [InlineData("ARRAY_CONTAINS_ANY([1, 2, 3, 4], 1, undefined)", "true")]
    [InlineData("ARRAY_CONTAINS_ANY([1, 2, 3, 4], 5, 6, 7, 8)", "false")]
    [InlineData("ARRAY_CONTAINS_ANY([], 1, 2, 3)", "false")]
    [InlineData("ARRAY_CONTAINS_ANY([1, 2, 3, 4], 5, undefined)", null)]
    [InlineData("ARRAY_CONTAINS_ANY('1', '1')", null)]
    public void ContainsAllAndAny_OfSeveralValues_CombineArrayContains(string expression, string? expected) =>
        Assert.Equal(expected, Json.Value(expression));

    [Theory]
    [InlineData("""CHOOSE(1, "Vimero", "Hydration", "Pack")""", "\"Vimero\"")]
    [InlineData("""CHOOSE(0, "Mt.", "Hood", "Hydration", "Pack")""", null)]
    [InlineData("""CHOOSE(2, "Mt.", "Hood", "Hydration", "Pack")""", "\"Hood\"")]
    [InlineData("""CHOOSE(3, "Mt.", "Hood", "Hydration", "Pack")""", "\"Hydration\"")]
    [InlineData("""CHOOSE(4, "Mt.", "Hood", "Hydration", "Pack")""", "\"Pack\"")]
    [InlineData("""CHOOSE(5, "Mt.", "Hood", "Hydration", "Pack")""", null)]
    [InlineData("CHOOSE(-1, 1)", null)]
    [InlineData("CHOOSE(1.5, 1, 2)", null)]
    [InlineData("CHOOSE('1', 1)", null)]
    [InlineData("CHOOSE(1, undefined, 2)", null)]
    public void Choose_ByNumber_CountsFromOne(string expression, string? expected) =>
        Assert.Equal(expected, Json.Value(expression));

    [Theory]
    [InlineData("""OBJECTTOARRAY({"a": "12345", "b": "67890"})""", """[{"k":"a","v":"12345"},{"k":"b","v":"67890"}]""")]
    [InlineData(
        """OBJECTTOARRAY({"a": "12345", "b": "67890"}, "name")""",
        """[{"name":"a","v":"12345"},{"name":"b","v":"67890"}]""")]
    [InlineData(
        """OBJECTTOARRAY({"a": "12345", "b": "67890"}, "key", "value")""",
        """[{"key":"a","value":"12345"},{"key":"b","value":"67890"}]""")]
    [InlineData("OBJECTTOARRAY({})", "[]")]
    [InlineData("OBJECTTOARRAY({a: [1, null]})", """[{"k":"a","v":[1,null]}]""")]
    [InlineData("OBJECTTOARRAY({a: 1}, 'x', 'x')", """[{"x":1}]""")]
    [InlineData("OBJECTTOARRAY([1])", null)]
    [InlineData("OBJECTTOARRAY(undefined)", null)]
    [InlineData("OBJECTTOARRAY({a: 1}, 1)", null)]
    [InlineData("OBJECTTOARRAY({a: 1}, 'x', null)", null)]
    public void ObjectToArray_OfAnObject_GivesNamesAndValues(string expression, string? expected) =>
        Assert.Equal(expected, Json.Value(expression));

    [Theory]
    [InlineData("SETDIFFERENCE([1, 2, 3], [1, 2, 6, 7])", "[3]")]
    [InlineData("SETDIFFERENCE([1, 2, 6, 7], [1, 2, 3])", "[6,7]")]
    [InlineData("SETDIFFERENCE([1, 2, 3, 4], [1, 2, 3, 4, 5, 6])", "[]")]
    [InlineData("SETDIFFERENCE([], [1, 2, 3])", "[]")]
    [InlineData("SETDIFFERENCE([1, 2, 3], [])", "[1,2,3]")]
    [InlineData("SETDIFFERENCE([1, 1, 1, 1], [2, 3, 4])", "[1]")]
    [InlineData("SETEQUAL([1, 2, 3], [1, 2, 3])", "true")]
    [InlineData("SETEQUAL([1, 2, 3], [3, 2, 1])", "true")]
    [InlineData("SETEQUAL([1, 2, 3, 3], [1, 2, 2, 3, 1, 2])", "true")]
    [InlineData("SETEQUAL([], [1, 2, 3])", "false")]
    [InlineData("SETEQUAL([1, true, 'abc'], [true, 1, 'abc'])", "true")]
    [InlineData("SETEQUAL([1, 1, 1, 1], [2, 3, 4])", "false")]
    [InlineData("SETINTERSECT([1, 2, 3, 4], [3, 4, 5, 6])", "[3,4]")]
    [InlineData("SETINTERSECT([1, 2, 3, 4], [])", "[]")]
    [InlineData("SETINTERSECT([1, 2, 3, 4], [1, 1, 1, 1])", "[1]")]
    [InlineData("""SETINTERSECT([1, 2, 3, 4], ["A", "B"])""", "[]")]
    [InlineData("""SETINTERSECT([1, 2, "A", "B"], ["A", 1])""", """["A",1]""")]
    [InlineData("SETUNION([1, 2, 3, 4], [3, 4, 5, 6])", "[1,2,3,4,5,6]")]
    [InlineData("SETUNION([1, 2, 3, 4], [])", "[1,2,3,4]")]
    [InlineData("SETUNION([1, 2, 3, 4], [1, 1, 1, 1])", "[1,2,3,4]")]
    [InlineData("""SETUNION([1, 2, "A", "B"], ["A", 1])""", """[1,2,"A","B"]""")]
    [InlineData("SETUNION([1, 1.0, '1'], [true, null])", """[1,"1",true,null]""")]
    [InlineData("SETUNION([{a: 1, b: 2}], [{b: 2, a: 1}, [1], [1]])", """[{"a":1,"b":2},[1]]""")]
    [InlineData("SETEQUAL([-0], [0])", "true")]
    [InlineData("SETINTERSECT([9007199254740992], [9007199254740993])", "[]")]
    [InlineData("SETUNION([1], 1)", null)]
    [InlineData("SETEQUAL(null, [])", null)]
    [InlineData("SETDIFFERENCE([1], undefined)", null)]
    [InlineData("SETINTERSECT('a', 'a')", null)]
    public void SetFunction_OfTwoArrays_HasNoItemTwice(string expression, string? expected) =>
        Assert.Equal(expected, Json.Value(expression));
}
