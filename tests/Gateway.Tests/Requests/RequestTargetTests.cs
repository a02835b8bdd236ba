using DroneDelivery.Gateway.Requests;

namespace DroneDelivery.Gateway.Tests.Requests;

public sealed class RequestTargetTests
{
    [Theory]
    [InlineData("/api/deliveries/d-1")]
    [InlineData("/api/invoices/a%20b&c?year=2025")]
    [InlineData("/api/packages?path=%2e%2e%2f//%5c\\")]
    [InlineData("/")]
    [InlineData("*")]
    [InlineData("")]
    [InlineData("http://host/api/packages")]
    [InlineData("/api/packages/v1.2")]
    public void Target_ThatMeansOnePath_HasNoFault(string target) => Assert.Null(RequestTarget.FindFault(target, "/decoded"));

    [Theory]
    [InlineData("/a%2fb", "encoded slash")]
    [InlineData("/a/%2E%2E", "encoded slash")]
    [InlineData("/a%1fb", "encoded slash")]
    [InlineData("/a%7Fb", "encoded slash")]
    [InlineData("/a%2", "must be UTF-8")]
    [InlineData("/a%", "must be UTF-8")]
    [InlineData("/a%2zb", "must be UTF-8")]
    [InlineData("/a%20b%25", "encoded slash")]
    [InlineData("/a\\b", "no backslash")]
    [InlineData("/a%20//b", "no empty segment")]
    [InlineData("/a/../b", "must not climb")]
    [InlineData("http://host/a/../b", "must not climb")]
    [InlineData("http://host//a", "no empty segment")]
    public void Target_ThatMayMeanAnother_IsToldWhy(string target, string expected) =>
        Assert.Contains(expected, RequestTarget.FindFault(target, "/decoded"));

    // The server leaves an encoded slash as it is, so the decoded path has a per cent sign.
    [Fact]
    public void Target_WithAnEncodedSlash_IsNotToldThatItIsNotUtf8() =>
        Assert.Contains("encoded slash", RequestTarget.FindFault("/a%2Fb", "/a%2Fb"));

    [Fact]
    public void Target_ThatTheServerCouldNotDecode_IsToldWhy() =>
        Assert.Contains("must be UTF-8", RequestTarget.FindFault("/a%ff", "/a%FF"));
}
