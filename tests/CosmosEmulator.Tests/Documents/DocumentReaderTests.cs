using System.Text;
using DroneDelivery.CosmosEmulator.Documents;
using DroneDelivery.CosmosEmulator.PartitionKeys;
using DroneDelivery.CosmosEmulator.Query;
using DroneDelivery.CosmosEmulator.Query.Evaluation;
using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.Tests.Documents;

public sealed class DocumentReaderTests
{
    private readonly DocumentReader _reader = new(PropertyPath.Parse("/owner/id"));
    private readonly DocumentReader _hierarchical =
        new(PropertyPath.Parse("/tenant"), PropertyPath.Parse("/user/id"), PropertyPath.Parse("/session"));

    [Fact]
    public void Document_WithANestedKey_HasItsValue()
    {
        var draft = Read("""{"id":"d1","owner":{"name":"x","id":"o7"}}""");

        Assert.Equal(CosmosValue.From("o7"), draft.PartitionKey);
    }

    [Fact]
    public void Document_WithAHierarchicalKey_HasTheValueOfEachLevel()
    {
        var json = """{"user":{"id":7},"id":"d1","tenant":"t"}"""u8.ToArray();

        Assert.True(_hierarchical.TryRead(json, out var draft, out var fault), fault);
        Assert.Equal(
            EffectivePartitionKey.From([CosmosValue.From("t"), CosmosValue.From(7), CosmosValue.Undefined]), draft.Key);
    }

    [Fact]
    public void Document_WithAnArrayInAHierarchicalKey_IsRefused()
    {
        var json = """{"user":{"id":[7]},"id":"d1","tenant":"t"}"""u8.ToArray();

        Assert.False(_hierarchical.TryRead(json, out _, out var fault));
        Assert.Contains("'/user/id'", fault);
    }

    [Theory]
    [InlineData("""{"id":"d1","owner":{"id":"o6","id":"o7"}}""")]
    [InlineData("""{"id":"d1","owner":{"id":"o6"},"owner":{"id":"o7"}}""")]
    public void Document_WithARepeatedName_HasItsLastValueInKeyIndexAndFilter(string json)
    {
        var body = Encoding.UTF8.GetBytes(json);
        var filter = QueryProgram.Compile(SqlParser.Parse("SELECT * FROM c WHERE c.owner.id = 'o7'"), QueryParameters.None);

        Assert.Equal(CosmosValue.From("o7"), Read(json).PartitionKey);
        Assert.Equal(CosmosValue.From("o7"), JsonProperty.Read(body, PropertyPath.Parse("/owner/id")));
        Assert.True(filter.Matches(body, TimeProvider.System, TestContext.Current.CancellationToken));
    }

    [Theory]
    [InlineData("""{"id":"d1","a":1}""", "\"id\":\"d1\",\"a\":1")]
    [InlineData("""{"_rid":"x","id":"d1","_ts":1,"a":1,"_etag":"y"}""", "\"id\":\"d1\",\"a\":1")]
    [InlineData("""{ "id" : "d1" , "_self" : "x" }""", "\"id\" : \"d1\"")]
    [InlineData("""{"id":"d1","_mine":1}""", "\"id\":\"d1\",\"_mine\":1")]
    public void Document_WithSystemProperties_KeepsOnlyTheClientsOwn(string json, string members) =>
        Assert.Equal(members, Encoding.UTF8.GetString(Read(json).Members.Span).Trim());

    [Theory]
    [InlineData("[]", "object")]
    [InlineData("", "JSON")]
    [InlineData("{\"id\":\"d1\"", "JSON")]
    [InlineData("{\"id\":\"d1\"} {}", "JSON")]
    [InlineData("{\"a\":1}", "id")]
    [InlineData("{\"id\":7}", "id")]
    [InlineData("{\"id\":\"d1\",\"owner\":{\"id\":[1]}}", "/owner/id")]
    [InlineData("{\"id\":\"d1\",\"note\":\"\\ud800\"}", "surrogate")]
    public void Document_ThatIsNone_TellsWhatIsWrong(string json, string expected)
    {
        Assert.False(_reader.TryRead(Encoding.UTF8.GetBytes(json), out _, out var fault));
        Assert.Contains(expected, fault);
    }

    [Theory]
    [InlineData("", int.MinValue)]
    [InlineData(",\"ttl\":-1", -1)]
    [InlineData(",\"ttl\":10", 10)]
    [InlineData(",\"ttl\":10.0", 10)]
    [InlineData(",\"ttl\":2147483647", int.MaxValue)]
    [InlineData(",\"ttl\":1,\"ttl\":2", 2)]
    [InlineData(",\"a\":{\"ttl\":7}", int.MinValue)]
    public void Document_WithATimeToLive_HasIt(string members, int seconds)
    {
        var reader = new DocumentReader(PropertyPath.Parse("/id")) { ReadsTimeToLive = true };

        Assert.True(reader.TryRead(Encoding.UTF8.GetBytes($"{{\"id\":\"d1\"{members}}}"), out var draft, out var fault), fault);
        Assert.Equal(seconds, draft.TimeToLive.Seconds);
    }

    [Theory]
    [InlineData("0")]
    [InlineData("-2")]
    [InlineData("1.5")]
    [InlineData("2147483648")]
    [InlineData("null")]
    [InlineData("true")]
    [InlineData("\"10\"")]
    public void Document_WithAnInvalidTimeToLive_TellsSoWhereItHasAMeaning(string value)
    {
        var reader = new DocumentReader(PropertyPath.Parse("/id")) { ReadsTimeToLive = true };
        var json = $"{{\"id\":\"d1\",\"ttl\":{value}}}";

        Assert.False(reader.TryRead(Encoding.UTF8.GetBytes(json), out _, out var fault));
        Assert.StartsWith($"The input ttl '{value}' is invalid. Ensure to provide a nonzero positive integer", fault);
        Assert.Equal(TimeToLive.Unknown, Read(json).TimeToLive);
    }

    [Fact]
    public void Document_InBrokenUtf8_TellsSo()
    {
        Assert.False(_reader.TryRead(new byte[] { (byte)'{', 0xC3, (byte)'}' }, out _, out var fault));
        Assert.Contains("UTF-8", fault);
    }

    private DocumentDraft Read(string json)
    {
        Assert.True(_reader.TryRead(Encoding.UTF8.GetBytes(json), out var draft, out var fault), fault);
        return draft;
    }
}
