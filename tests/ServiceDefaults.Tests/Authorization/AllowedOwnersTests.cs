using DroneDelivery.ServiceDefaults.Authorization;

namespace DroneDelivery.ServiceDefaults.Tests.Authorization;

public sealed class AllowedOwnersTests
{
    [Theory]
    [InlineData("*", "acme", true)]
    [InlineData("*", "", true)]
    [InlineData("acme", "acme", true)]
    [InlineData("acme,zenith", "zenith", true)]
    [InlineData("acme", "Acme", false)]
    [InlineData("acme", "acm", false)]
    [InlineData("acme", "acme2", false)]
    [InlineData("acme,zenith", "acme,zenith", false)]
    [InlineData("acme", "*", false)]
    [InlineData("-", "acme", false)]
    [InlineData("-", "-", false)]
    [InlineData("", "acme", false)]
    [InlineData("", "", false)]
    [InlineData("a,,b", "", false)]
    public void Owner_IsIncludedIfListed(string owners, string owner, bool expected) =>
        Assert.Equal(expected, new AllowedOwners(owners).Include(owner));

    [Theory]
    [InlineData("acme", "acme")]
    [InlineData("*", null)]
    [InlineData("-", null)]
    [InlineData("acme,zenith", null)]
    public void Single_IsTheOnlyOwner(string owners, string? expected) =>
        Assert.Equal(expected, new AllowedOwners(owners).Single);

    [Theory]
    [InlineData("a/b")]
    [InlineData("")]
    [InlineData(".a")]
    [InlineData("a b")]
    [InlineData("ä")]
    [InlineData("acme\n")]
    public void Parse_IdIsNotValid_IsNull(string id) => Assert.Null(AllowedOwners.Parse([id]));

    [Fact]
    public void Parse_ListOfIds_IsTheirTextUpToTheMaximum()
    {
        string[] ids = [.. Enumerable.Range(1, AllowedOwners.MaxCount).Select(number => $"owner-{number:0000}")];

        Assert.Equal(ids, AllowedOwners.Parse(ids)?.Split());
        Assert.Equal(AllowedOwners.Parse(["a", "b"]), AllowedOwners.Parse(["b", "a", "b"]));
        Assert.Equal("a", AllowedOwners.Parse(["a", "a"])?.Single);
        Assert.Null(AllowedOwners.Parse([.. ids, "one-more"]));
        Assert.Equal(AllowedOwners.All, AllowedOwners.Parse(["*"]));
        Assert.Null(AllowedOwners.Parse(["*", "acme"]));
        Assert.Equal(AllowedOwners.None, AllowedOwners.Parse([]));
        Assert.Empty(AllowedOwners.None.Split());
    }
}
