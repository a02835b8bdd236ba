using System.Text;
using DroneDelivery.CosmosEmulator.Patches;
using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.Tests.Patches;

public sealed class DocumentPatchTests
{
    private const string Document = """{"id":"d1","n":5,"tags":["a","b"],"stock":{"q":15}}""";

    [Theory]
    [InlineData("""{"op":"add","path":"/c","value":"x"}""", """{"id":"d1","n":5,"tags":["a","b"],"stock":{"q":15},"c":"x"}""")]
    [InlineData("""{"op":"add","path":"/n","value":null}""", """{"id":"d1","n":null,"tags":["a","b"],"stock":{"q":15}}""")]
    [InlineData("""{"op":"add","path":"/tags/1","value":"x"}""", """{"id":"d1","n":5,"tags":["a","x","b"],"stock":{"q":15}}""")]
    [InlineData("""{"op":"add","path":"/tags/2","value":"x"}""", """{"id":"d1","n":5,"tags":["a","b","x"],"stock":{"q":15}}""")]
    [InlineData("""{"op":"add","path":"/tags/-","value":"x"}""", """{"id":"d1","n":5,"tags":["a","b","x"],"stock":{"q":15}}""")]
    [InlineData("""{"op":"set","path":"/n","value":[1]}""", """{"id":"d1","n":[1],"tags":["a","b"],"stock":{"q":15}}""")]
    [InlineData("""{"op":"set","path":"/stock/c","value":1}""", """{"id":"d1","n":5,"tags":["a","b"],"stock":{"q":15,"c":1}}""")]
    [InlineData("""{"op":"set","path":"/tags/1","value":"x"}""", """{"id":"d1","n":5,"tags":["a","x"],"stock":{"q":15}}""")]
    [InlineData("""{"op":"set","path":"/tags/-","value":"x"}""", """{"id":"d1","n":5,"tags":["a","b","x"],"stock":{"q":15}}""")]
    [InlineData("""{"op":"replace","path":"/stock","value":1}""", """{"id":"d1","n":5,"tags":["a","b"],"stock":1}""")]
    [InlineData("""{"op":"replace","path":"/tags/0","value":1}""", """{"id":"d1","n":5,"tags":[1,"b"],"stock":{"q":15}}""")]
    [InlineData("""{"op":"remove","path":"/stock/q"}""", """{"id":"d1","n":5,"tags":["a","b"],"stock":{}}""")]
    [InlineData("""{"op":"remove","path":"/tags/0"}""", """{"id":"d1","n":5,"tags":["b"],"stock":{"q":15}}""")]
    [InlineData("""{"op":"incr","path":"/stock/q","value":-20}""", """{"id":"d1","n":5,"tags":["a","b"],"stock":{"q":-5}}""")]
    [InlineData("""{"op":"incr","path":"/c","value":2.5}""", """{"id":"d1","n":5,"tags":["a","b"],"stock":{"q":15},"c":2.5}""")]
    [InlineData("""{"op":"move","from":"/n","path":"/stock/n"}""", """{"id":"d1","tags":["a","b"],"stock":{"q":15,"n":5}}""")]
    [InlineData("""{"op":"move","from":"/stock","path":"/n"}""", """{"id":"d1","n":{"q":15},"tags":["a","b"]}""")]
    [InlineData("""{"op":"move","from":"/tags/0","path":"/tags/1"}""", """{"id":"d1","n":5,"tags":["b","a"],"stock":{"q":15}}""")]
    [InlineData("""{"op":"move","from":"/tags/1","path":"/n"}""", """{"id":"d1","n":"b","tags":["a"],"stock":{"q":15}}""")]
    public void Operation_OnAMemberOrAnItem_ChangesIt(string operation, string expected) =>
        Assert.Equal(expected, Apply(Document, operation));

    [Theory]
    [InlineData("/a~1b", """{"id":"d1","a/b":0,"m~n":2,"~1":3}""")]
    [InlineData("/m~0n", """{"id":"d1","a/b":1,"m~n":0,"~1":3}""")]
    [InlineData("/~01", """{"id":"d1","a/b":1,"m~n":2,"~1":0}""")]
    public void Path_WithEscapes_LeadsToTheName(string path, string expected)
    {
        var operation = $$"""{"op":"replace","path":"{{path}}","value":0}""";

        Assert.Equal(expected, Apply("""{"id":"d1","a/b":1,"m~n":2,"~1":3}""", operation));
    }

    [Theory]
    [InlineData("9007199254740993", "2", "9007199254740995")]
    [InlineData("9223372036854775806", "1", "9223372036854775807")]
    [InlineData("-9223372036854775807", "-1", "-9223372036854775808")]
    [InlineData("1000000000000000", "1", "1000000000000001")]
    [InlineData("1e15", "1", "1000000000000001")]
    [InlineData("0.1", "0.2", "0.30000000000000004")]
    [InlineData("5.0", "1", "6")]
    [InlineData("1", "-0.5", "0.5")]
    public void Increment_OfANumber_HasNoLoss(string number, string value, string expected) => Assert.Equal(
        $$"""{"id":"d1","n":{{expected}}}""",
        Apply($$"""{"id":"d1","n":{{number}}}""", $$"""{"op":"incr","path":"/n","value":{{value}}}"""));

    [Fact]
    public void Members_ThatNoPathLeadsTo_StayByteForByte()
    {
        const string Untouched = """
            "big":9007199254740993,"x":1.10,"e":"\u00e4\/","deep":{ "a" : [1 , 2] },"a":1,"a":2
            """;

        var patched = Apply($$$"""{"id":"d1",{{{Untouched}}},"n":{"m":1}}""", """{"op":"incr","path":"/n/m","value":1}""");

        Assert.Equal($$$"""{"id":"d1",{{{Untouched}}},"n":{"m":2}}""", patched);
    }

    [Fact]
    public void Member_ThatIsRepeated_IsChangedAtItsLastPlaceAndRemovedAtAll()
    {
        const string Repeated = """{"id":"d1","a":1,"a":2}""";

        Assert.Equal("""{"id":"d1","a":1,"a":3}""", Apply(Repeated, """{"op":"incr","path":"/a","value":1}"""));
        Assert.Equal("""{"id":"d1"}""", Apply(Repeated, """{"op":"remove","path":"/a"}"""));
    }

    [Fact]
    public void Operations_OneAfterAnother_SeeWhatThoseBeforeChanged()
    {
        var patched = Apply(
            Document,
            """{"op":"set","path":"/list","value":[{}]}""",
            """{"op":"add","path":"/list/0/n","value":1}""",
            """{"op":"incr","path":"/list/0/n","value":1}""",
            """{"op":"move","from":"/list/0","path":"/first"}""",
            """{"op":"remove","path":"/stock"}""");

        Assert.Equal("""{"id":"d1","n":5,"tags":["a","b"],"list":[],"first":{"n":2}}""", patched);
    }

    [Theory]
    [InlineData("""{"op":"add","path":"/none/c","value":1}""", "Add Operation can only create a child object")]
    [InlineData("""{"op":"add","path":"/none/c","value":1}""", "no path found beyond: 'none'.")]
    [InlineData("""{"op":"set","path":"/stock/none/c","value":1}""", "Given Operation can only create a child object")]
    [InlineData("""{"op":"set","path":"/stock/none/c","value":1}""", "no path found beyond: 'none'.")]
    [InlineData("""{"op":"set","path":"/n/c","value":1}""", "no path found beyond: 'n'.")]
    [InlineData("""{"op":"set","path":"/tags/7/c","value":1}""", "no path found beyond: '7'.")]
    [InlineData("""{"op":"add","path":"/tags/3","value":1}""", "Index(3) to operate on is out of array bounds.")]
    [InlineData("""{"op":"add","path":"/tags/01","value":1}""", "Index(01) to operate on is out of array bounds.")]
    [InlineData("""{"op":"add","path":"/tags/x","value":1}""", "Index(x) to operate on is out of array bounds.")]
    [InlineData("""{"op":"set","path":"/tags/2","value":1}""", "Index(2) to operate on is out of array bounds.")]
    [InlineData("""{"op":"replace","path":"/tags/-","value":1}""", "Index(-) to operate on is out of array bounds.")]
    [InlineData("""{"op":"remove","path":"/tags/2"}""", "Index(2) to operate on is out of array bounds.")]
    [InlineData("""{"op":"incr","path":"/tags/2","value":1}""", "Index(2) to operate on is out of array bounds.")]
    [InlineData("""{"op":"replace","path":"/c","value":1}""", "Node(c) to be replaced is absent.")]
    [InlineData("""{"op":"remove","path":"/c"}""", "Node(c) to be removed is absent.")]
    [InlineData("""{"op":"move","from":"/c","path":"/n"}""", "Node(c) to be removed is absent.")]
    [InlineData("""{"op":"move","from":"/n","path":"/none/n"}""", "no path found beyond: 'none'.")]
    [InlineData("""{"op":"incr","path":"/tags/0","value":1}""", "Node(0) is not a number.")]
    [InlineData("""{"op":"incr","path":"/stock","value":1}""", "Node(stock) is not a number.")]
    [InlineData("""{"op":"incr","path":"/n","value":9223372036854775807}""", "too large")]
    public void Operation_ThatIsNotPossible_TellsWhatIsWrong(string operation, string expected)
    {
        var patch = Read("""{"op":"set","path":"/first","value":1}""", operation);

        Assert.False(patch.TryApply(Encoding.UTF8.GetBytes(Document), out _, out var fault));
        Assert.StartsWith("For Operation(2): ", fault);
        Assert.Contains(expected, fault);
    }

    [Theory]
    [InlineData("", "JSON")]
    [InlineData("7", "no operations")]
    [InlineData("{}", "no operations")]
    [InlineData("""{"operations":{}}""", "no operations")]
    [InlineData("""{"operations":[]}""", "no operations")]
    [InlineData("""{"operations":[7]}""", "Operation(1) is not an object")]
    [InlineData("""{"operations":[{"path":"/a","value":1}]}""", "Operation(1) has the op ''")]
    [InlineData("""{"operations":[{"op":"remove","path":"/a"},{"op":"copy","path":"/b"}]}""", "Operation(2) has the op 'copy'")]
    [InlineData("""{"operations":[{"op":"remove"}]}""", "no path")]
    [InlineData("""{"operations":[{"op":"remove","path":""}]}""", "no path")]
    [InlineData("""{"operations":[{"op":"remove","path":"a"}]}""", "no path")]
    [InlineData("""{"operations":[{"op":"remove","path":"/a~2"}]}""", "no path")]
    [InlineData("""{"operations":[{"op":"remove","path":"/a~"}]}""", "no path")]
    [InlineData("""{"operations":[{"op":"set","path":"/a"}]}""", "no value")]
    [InlineData("""{"operations":[{"op":"incr","path":"/a","value":"1"}]}""", "not a number")]
    [InlineData("""{"operations":[{"op":"move","path":"/a"}]}""", "no from")]
    [InlineData("""{"operations":[{"op":"move","from":"/a","path":"/a/b"}]}""", "a part of it")]
    [InlineData("""{"condition":7,"operations":[{"op":"remove","path":"/a"}]}""", "condition")]
    [InlineData("""{"operations":[{"op":"set","path":"/a","value":"\ud800"}]}""", "surrogate")]
    public void Request_ThatIsNoPatch_TellsWhatIsWrong(string body, string expected)
    {
        Assert.False(DocumentPatch.TryRead(Encoding.UTF8.GetBytes(body), [PropertyPath.Parse("/key")], out _, out var fault));
        Assert.StartsWith("Invalid patch request: check syntax of patch specification.", fault);
        Assert.Contains(expected, fault);
    }

    [Theory]
    [InlineData("""{"op":"set","path":"/id","value":"d1"}""", "system property 'id'")]
    [InlineData("""{"op":"set","path":"/_ts","value":1}""", "system property '_ts'")]
    [InlineData("""{"op":"move","from":"/_etag","path":"/tag"}""", "system property '_etag'")]
    [InlineData("""{"op":"replace","path":"/owner/key","value":"x"}""", "the partition key '/owner/key'")]
    [InlineData("""{"op":"move","from":"/owner/key","path":"/key"}""", "the partition key '/owner/key'")]
    public void Request_ThatChangesWhatNoPatchMay_IsRefused(string operation, string expected)
    {
        var body = Encoding.UTF8.GetBytes($"[{operation}]");

        Assert.False(DocumentPatch.TryRead(body, [PropertyPath.Parse("/owner/key")], out _, out var fault));
        Assert.Contains($"Cannot patch {expected}", fault);
    }

    [Theory]
    [InlineData("""{"op":"set","path":"/child/id","value":1}""")]
    [InlineData("""{"op":"set","path":"/owner/name","value":1}""")]
    [InlineData("""{"op":"set","path":"/_mine","value":1}""")]
    public void Request_WithNamesThatOnlyLookReserved_IsRead(string operation)
    {
        var body = Encoding.UTF8.GetBytes($"[{operation}]");

        Assert.True(DocumentPatch.TryRead(body, [PropertyPath.Parse("/owner/key")], out _, out var fault), fault);
    }

    [Theory]
    [InlineData(10, null)]
    [InlineData(11, "The number of patch operations cannot exceed 10.")]
    public void Request_OfManyOperations_MayHaveTen(int count, string? expected)
    {
        var operations = string.Join(',', Enumerable.Repeat("""{"op":"incr","path":"/n","value":1}""", count));

        DocumentPatch.TryRead(Encoding.UTF8.GetBytes($"[{operations}]"), [PropertyPath.Parse("/key")], out _, out var fault);

        Assert.Equal(expected, fault);
    }

    [Fact]
    public void Request_WithACondition_HasItsText()
    {
        var body = """{"condition":"FROM c WHERE c.n = 1","operations":[{"op":"remove","path":"/n"}]}"""u8.ToArray();

        Assert.True(DocumentPatch.TryRead(body, [PropertyPath.Parse("/key")], out var patch, out var fault), fault);
        Assert.Equal("FROM c WHERE c.n = 1", patch.Condition);
    }

    private static string Apply(string document, params string[] operations)
    {
        var patch = Read(operations);
        Assert.True(patch.TryApply(Encoding.UTF8.GetBytes(document), out var patched, out var fault), fault);
        return Encoding.UTF8.GetString(patched.Span);
    }

    private static DocumentPatch Read(params string[] operations)
    {
        var body = Encoding.UTF8.GetBytes($$"""{"operations":[{{string.Join(',', operations)}}]}""");
        Assert.True(DocumentPatch.TryRead(body, [PropertyPath.Parse("/key")], out var patch, out var fault), fault);
        return patch;
    }
}
