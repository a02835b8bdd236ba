using System.Buffers;
using System.Text;
using DroneDelivery.CosmosEmulator.Protocol;
using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.Tests.Protocol;

public sealed class ResourceFeedTests
{
    [Theory]
    [InlineData("""{"_rid":"r","Documents":[],"_count":0}""")]
    [InlineData("""{"_rid":"r","Documents":[1],"_count":1}""", "1")]
    [InlineData("""{"_rid":"r","Documents":[{"a":1},"two",3],"_count":3}""", """{"a":1}""", "\"two\"", "3")]
    public void Write_AnyRows_HasAsManyBytesAsItSays(string expected, params string[] rows)
    {
        var feed = ResourceFeed.Create("r", "Documents", [.. rows.Select(row => new JsonText(Encoding.UTF8.GetBytes(row)))]);
        var writer = new ArrayBufferWriter<byte>();

        feed.WriteTo(writer);

        Assert.Equal(expected, Encoding.UTF8.GetString(writer.WrittenSpan));
        Assert.Equal((rows.Length, expected.Length), (feed.Count, feed.ByteCount));
    }
}
