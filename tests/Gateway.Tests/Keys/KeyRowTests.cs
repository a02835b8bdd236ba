using System.Text.Json;
using DroneDelivery.Gateway.Keys;
using DroneDelivery.ServiceDefaults;

namespace DroneDelivery.Gateway.Tests.Keys;

public sealed class KeyRowTests
{
    private static readonly KeyRow Row = new(
        "abc",
        "acme",
        "free",
        "invoices:read",
        "*",
        Salt: new byte[SecretHash.SaltLength],
        Hash: new byte[32],
        CreatedAt: 0,
        ExpiresAt: null,
        RevokedAt: null);

    // As another program may write it. An exception of another type would end the process on the thread of a timer.
    [Theory]
    [InlineData("id")]
    [InlineData("name")]
    [InlineData("plan")]
    [InlineData("scopes")]
    [InlineData("owners")]
    public void Key_TextIsNull_CannotBeRead(string member)
    {
        var json = JsonSerializer.SerializeToNode(Row, GatewayJson.Default.KeyRow)!;
        json[member] = null;

        var row = json.Deserialize(GatewayJson.Default.KeyRow)!;

        Assert.Throws<StoreException>(() => row.ToKey());
    }
}
