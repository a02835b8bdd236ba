using DroneDelivery.LoadTests.Lab.Http.Journeys;

namespace DroneDelivery.Lab.Tests.Http;

public sealed class JsonPathTests
{
    [Theory]
    [InlineData("$", "")]
    [InlineData("$.items[0].id", "/items/0/id")]
    [InlineData("$['a b'].c-d", "/a b/c-d")]
    [InlineData("$['a/b~']", "/a~1b~0")]
    [InlineData("/items/0", "/items/0")]
    [InlineData("", "")]
    public void ToPointer_OnePlace_IsThatPlace(string path, string pointer) => Assert.Equal(pointer, JsonPath.ToPointer(path));

    [Theory]
    [InlineData("items.id")]
    [InlineData("$..id")]
    [InlineData("$.items[*]")]
    [InlineData("$.items[0")]
    [InlineData("$.a b")]
    public void ToPointer_AnythingElse_SaysWhatIsAllowed(string path) => Assert.Equal(
        $"'{path}' is no place in JSON such as $.items[0].id or /items/0/id.",
        Assert.Throws<FormatException>(() => JsonPath.ToPointer(path)).Message);
}
