using System.Net;
using System.Net.Http.Json;
using System.Text.Json;
using DroneDelivery.LoadTests.Lab;
using DroneDelivery.LoadTests.Lab.Live;

namespace DroneDelivery.Lab.Tests.Live;

public sealed class SettingsEndpointsTests
{
    private LiveSettings _current = Snapshots.Settings;

    [Fact]
    public async Task Put_OneSetting_ChangesItAndLeavesTheOthers()
    {
        await using var page = await RunningPage.StartAsync(Controls);

        using var response = await PutAsync(page, """{"partitionKey":"ownerId"}""");

        var answer = await response.Content.ReadFromJsonAsync<LiveSettings>(TestContext.Current.CancellationToken);
        Assert.Equal(Snapshots.Settings with { PartitionKey = "ownerId" }, answer);
        Assert.Equal(answer, _current);
    }

    [Fact]
    public async Task Put_SeveralBadValues_NamesEachAndAppliesNone()
    {
        await using var page = await RunningPage.StartAsync(Controls);

        using var response = await PutAsync(
            page, """{"partitionKey":"zipCode","throughput":950,"users":-1,"maxConcurrency":-2,"latencyMeanMs":1e9,"fault":"fire"}""");

        Assert.Equal(HttpStatusCode.BadRequest, response.StatusCode);
        var problem = await response.Content.ReadFromJsonAsync<JsonElement>(TestContext.Current.CancellationToken);
        Assert.Equal(
            ["fault", "latencyMeanMs", "maxConcurrency", "partitionKey", "throughput", "users"],
            problem.GetProperty("errors").EnumerateObject().Select(error => error.Name).Order(StringComparer.Ordinal));
        Assert.Equal(Snapshots.Settings, _current);
    }

    [Theory]
    [InlineData("""{"partitionkee":"ownerId"}""")]
    [InlineData("""[1]""")]
    [InlineData("{")]
    public async Task Put_NotSettings_IsRefused(string json)
    {
        await using var page = await RunningPage.StartAsync(Controls);

        using var response = await PutAsync(page, json);

        Assert.Equal(HttpStatusCode.BadRequest, response.StatusCode);
        Assert.Equal("application/problem+json", response.Content.Headers.ContentType?.MediaType);
    }

    [Theory]
    [InlineData("""{"users":"many"}""", "'users' has to be a whole number.")]
    [InlineData("""{"throughput":950.5}""", "'throughput' has to be a whole number.")]
    [InlineData("""{"latencyMeanMs":true}""", "'latencyMeanMs' has to be a number.")]
    [InlineData("""{"partitionKey":1}""", "'partitionKey' has to be a string.")]
    [InlineData("""{"fault":{"name":"none"}}""", "'fault' has to be a string.")]
    public async Task Put_ValueOfAWrongType_NamesTheSettingAndTheType(string json, string expected)
    {
        await using var page = await RunningPage.StartAsync(Controls);

        using var response = await PutAsync(page, json);

        Assert.Equal(HttpStatusCode.BadRequest, response.StatusCode);
        var problem = await response.Content.ReadFromJsonAsync<JsonElement>(TestContext.Current.CancellationToken);
        Assert.Equal(expected, problem.GetProperty("detail").GetString());
    }

    [Theory]
    [InlineData("http://attacker.example")]
    [InlineData("null")]
    [InlineData("http://127.0.0.1:1")]
    public async Task Put_FromAnotherOrigin_IsRefused(string origin)
    {
        await using var page = await RunningPage.StartAsync(Controls);

        using var response = await page.SendAsync(HttpMethod.Put, "api/settings", origin: origin, json: """{"users":1}""");

        Assert.Equal(HttpStatusCode.Forbidden, response.StatusCode);
        Assert.Equal(Snapshots.Settings, _current);
    }

    [Fact]
    public async Task Put_RunThatFollowsItsScenario_IsNotThere()
    {
        await using var page = await RunningPage.StartAsync(controls: null);

        using var response = await PutAsync(page, """{"users":1}""");

        Assert.Equal(HttpStatusCode.NotFound, response.StatusCode);
    }

    [Fact]
    public async Task Put_ServiceThatDoesNotComeBack_SaysWhy()
    {
        var controls = Controls with { ApplyAsync = (_, _) => throw new LabException("delivery stopped with exit code 1.") };
        await using var page = await RunningPage.StartAsync(controls);

        using var response = await PutAsync(page, """{"partitionKey":"ownerId"}""");

        Assert.Equal(HttpStatusCode.BadGateway, response.StatusCode);
        var text = await response.Content.ReadAsStringAsync(TestContext.Current.CancellationToken);
        Assert.Contains("delivery stopped with exit code 1.", text, StringComparison.Ordinal);
    }

    private LiveControls Controls => new(Snapshots.Choices, () => _current, (settings, _) =>
    {
        _current = settings;
        return Task.CompletedTask;
    });

    private static Task<HttpResponseMessage> PutAsync(RunningPage page, string json) =>
        page.SendAsync(HttpMethod.Put, "api/settings", origin: page.Address.GetLeftPart(UriPartial.Authority), json: json);
}
