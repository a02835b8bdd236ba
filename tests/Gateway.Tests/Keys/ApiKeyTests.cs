using DroneDelivery.Gateway.Keys;
using DroneDelivery.ServiceDefaults.Authorization;

namespace DroneDelivery.Gateway.Tests.Keys;

public sealed class ApiKeyTests
{
    [Fact]
    public void Key_Made_CanBeSplitAgain()
    {
        var key = ApiKey.Create();

        Assert.True(ApiKey.TrySplit(key.Reveal(), out var id, out var secret));
        Assert.Equal((key.Id, key.Secret), (id.ToString(), secret.ToString()));
    }

    [Fact]
    public void Keys_Made_ShareNeitherIdNorSecret()
    {
        var keys = Enumerable.Range(0, 1_000).Select(_ => ApiKey.Create()).ToArray();

        Assert.Equal(1_000, keys.DistinctBy(key => key.Id).Count());
        Assert.Equal(1_000, keys.DistinctBy(key => key.Secret).Count());
    }

    [Fact]
    public void Key_PrintedByMistake_KeepsItsSecret()
    {
        var key = ApiKey.Create();
        var stored = new StoredKey(
            key.Id, "acme", "free", KeyScopes.Admin, AllowedOwners.None, SecretHash.Create(key.Secret), default, null, null);
        var issued = new IssuedKey(key, stored);

        Assert.DoesNotContain(key.Secret, $"{key} {issued} {KeyChange.Created(key, issued.Stored)}");
    }

    [Theory]
    [InlineData("")]
    [InlineData("dd_")]
    [InlineData("dd_abcdefghijklm_")]
    [InlineData("xx_abcdefghijklm_0123456789012345678901234567890123456789012")]
    [InlineData("dd_abcdefghijklm-0123456789012345678901234567890123456789012")]
    [InlineData("dd_abcdefghijklm_012345678901234567890123456789012345678901")]
    [InlineData("dd_abcdefghijklm_01234567890123456789012345678901234567890123")]
    [InlineData("dd_abcdefghijklm_012345678901234567890123456789012345678901é")]
    [InlineData("dd_abcdefghijk\0m_0123456789012345678901234567890123456789012")]
    [InlineData("dd_abcdefghijklm_0123456789012345678901234567890123456789 12")]
    public void Text_NoKey_IsNotSplit(string text)
    {
        Assert.False(ApiKey.TrySplit(text, out _, out _));
    }
}
