using System.Net;
using DroneDelivery.TestSupport;
using Microsoft.AspNetCore.Builder;

namespace DroneDelivery.ServiceDefaults.Tests.Problems;

public sealed class ProblemTests
{
    [Theory]
    [InlineData("/sum?year=abc", "\"abc\" is not a whole number.")]
    [InlineData("/sum", "The value is missing; it must be a whole number.")]
    public async Task Request_ParameterDoesNotBind_ValidationProblemNamesIt(string address, string expected)
    {
        await using var service = await TestService.StartAsync(map: app => app.MapGet("/sum", (int year) => year));

        var response = await service.Client.GetAsync(address, TestContext.Current.CancellationToken);

        Assert.Equal(HttpStatusCode.BadRequest, response.StatusCode);
        var problem = await response.ReadProblemAsync();
        Assert.Equal(expected, problem.GetProperty("errors").GetProperty("year")[0].GetString());
    }

    [Fact]
    public async Task Request_TimeDoesNotBind_ProblemSaysHowToWriteOne()
    {
        await using var service = await TestService.StartAsync(map: app => app.MapGet("/at", (DateTimeOffset? from) => from));

        var response = await service.Client.GetAsync("/at?from=yesterday", TestContext.Current.CancellationToken);

        var problem = await response.ReadProblemAsync();
        Assert.Equal(
            "\"yesterday\" is not a time such as 2026-11-22T10:30:00Z.",
            problem.GetProperty("errors").GetProperty("from")[0].GetString());
    }

    [Theory]
    [InlineData("hello", "The body is not the expected JSON: line 1, at $.")]
    [InlineData("{\n\"year\": true}", "The body is not the expected JSON: line 2, at $.year.")]
    [InlineData("{\"year\": 1, \"year\": 2}", "The body is not the expected JSON: line 1, at $.year.")]
    [InlineData("", "The body is missing.")]
    public async Task Request_BodyIsNotItsJson_ProblemSaysWhere(string body, string expected)
    {
        await using var service = await TestService.StartAsync(
            map: app => app.MapPost("/months", (Dictionary<string, int> month) => month.Count));
        using var content = new StringContent(body, mediaType: new("application/json"));

        var response = await service.Client.PostAsync("/months", content, TestContext.Current.CancellationToken);

        Assert.Equal(HttpStatusCode.BadRequest, response.StatusCode);
        Assert.Equal(expected, (await response.ReadProblemAsync()).GetProperty("detail").GetString());
    }

    [Theory]
    [InlineData("application/json; charset=utf-8")]
    [InlineData("application/json; charset=\"utf-8\"")]
    [InlineData("application/json; charset=ISO-8859-1")]
    public async Task Request_CharsetIsKnown_IsRead(string type)
    {
        await using var service = await TestService.StartAsync(
            map: app => app.MapPost("/months", (Dictionary<string, int> month) => month.Count));
        using var content = new ByteArrayContent("{\"year\": 1}"u8.ToArray());
        content.Headers.TryAddWithoutValidation("Content-Type", type);

        var response = await service.Client.PostAsync("/months", content, TestContext.Current.CancellationToken);

        Assert.Equal("1", await response.Content.ReadAsStringAsync(TestContext.Current.CancellationToken));
    }

    [Theory]
    [InlineData("klingon", "klingon")]
    [InlineData("utf-7", "utf-7")]
    [InlineData("\"utf 8\"", "utf 8")]
    public async Task Request_CharsetIsUnknown_Is415ThatNamesIt(string charset, string named)
    {
        await using var service = await TestService.StartAsync(
            map: app => app.MapPost("/months", (Dictionary<string, int> month) => month.Count));
        using var content = new ByteArrayContent("{}"u8.ToArray());
        content.Headers.TryAddWithoutValidation("Content-Type", $"application/json; charset={charset}");

        var response = await service.Client.PostAsync("/months", content, TestContext.Current.CancellationToken);

        Assert.Equal(HttpStatusCode.UnsupportedMediaType, response.StatusCode);
        var problem = await response.ReadProblemAsync();
        Assert.Equal($"The charset \"{named}\" is not known; send UTF-8.", problem.GetProperty("detail").GetString());
    }

    [Fact]
    public async Task Request_UnknownPath_ProblemWith404()
    {
        await using var service = await TestService.StartAsync();

        var response = await service.Client.GetAsync("/nowhere", TestContext.Current.CancellationToken);

        Assert.Equal(HttpStatusCode.NotFound, response.StatusCode);
        Assert.Equal(404, (await response.ReadProblemAsync()).GetProperty("status").GetInt32());
    }

    [Theory]
    [InlineData("/nowhere", 404)]
    [InlineData("/sum", 400)]
    [InlineData("/bug", 500)]
    public async Task Request_AcceptExcludesJson_FailureKeepsItsStatusAndBody(string address, int status)
    {
        await using var service = await TestService.StartAsync(map: app =>
        {
            app.MapGet("/sum", (int year) => year);
            app.MapGet("/bug", string () => throw new InvalidOperationException("secret"));
        });
        using var request = new HttpRequestMessage(HttpMethod.Get, address);
        request.Headers.Add("Accept", "image/png, text/html");

        var response = await service.Client.SendAsync(request, TestContext.Current.CancellationToken);

        Assert.Equal(status, (int)response.StatusCode);
        Assert.Equal(status, (await response.ReadProblemAsync()).GetProperty("status").GetInt32());
    }

    [Fact]
    public async Task Request_HandlerThrows_ProblemWith500WithoutTheText()
    {
        await using var service = await TestService.StartAsync(
            map: app => app.MapGet("/bug", string () => throw new InvalidOperationException("secret")));

        var response = await service.Client.GetAsync("/bug", TestContext.Current.CancellationToken);

        Assert.Equal(HttpStatusCode.InternalServerError, response.StatusCode);
        Assert.DoesNotContain("secret", (await response.ReadProblemAsync()).GetRawText());
    }
}
