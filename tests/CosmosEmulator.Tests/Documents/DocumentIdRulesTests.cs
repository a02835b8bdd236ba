using DroneDelivery.CosmosEmulator.Documents;

namespace DroneDelivery.CosmosEmulator.Tests.Documents;

public sealed class DocumentIdRulesTests
{
    private const string Missing = "The input content is invalid because the required properties - 'id; ' - are missing.";
    private const string ForbiddenInName =
        " contains one of the characters / \\ ? #, which the id of a database or a container must not.";

    [Theory]
    [InlineData(null, Missing)]
    [InlineData("", Missing)]
    [InlineData("a/b", null)]
    [InlineData("a?b#c", null)]
    [InlineData("a\\b", "The id 'a\\b' contains the character \\, which an item's id must not.")]
    public void ItemId_MissingOrWithABackslash_IsRefused(string? id, string? fault) => Assert.Equal(fault, DocumentId.FindFault(id));

    [Theory]
    [InlineData(null, Missing)]
    [InlineData("", Missing)]
    [InlineData("a b", null)]
    [InlineData("a/b", "The id 'a/b'" + ForbiddenInName)]
    [InlineData("a\\b", "The id 'a\\b'" + ForbiddenInName)]
    [InlineData("?a", "The id '?a'" + ForbiddenInName)]
    [InlineData("a#", "The id 'a#'" + ForbiddenInName)]
    public void Name_MissingOrWithAForbiddenCharacter_IsRefused(string? id, string? fault) => Assert.Equal(fault, DocumentId.FindNameFault(id));

    [Fact]
    public void ItemId_OfMoreThan1023Bytes_IsRefused()
    {
        Assert.Null(DocumentId.FindFault(new string('ä', 511)));
        Assert.Equal("The id has 1024 bytes in UTF-8; 1023 are allowed.", DocumentId.FindFault(new string('ä', 512)));
    }

    [Fact]
    public void Name_OfMoreThan255Characters_IsRefused()
    {
        Assert.Null(DocumentId.FindNameFault(new string('ä', 255)));
        Assert.Equal("The id has 256 characters; 255 are allowed.", DocumentId.FindNameFault(new string('ä', 256)));
    }
}
