using System.Text.Json.Nodes;
using System.Text.Json.Schema;
using DroneDelivery.LoadTests.Lab.Http.Journeys;

namespace DroneDelivery.LoadTests.Lab.Http.ScenarioFiles;

/// <summary>The JSON schema of scenario files, from the settings that the reader knows and the help of their options.</summary>
internal static class ScenarioSchema
{
    private static readonly JsonSerializerOptions Options = new()
    {
        Encoder = System.Text.Encodings.Web.JavaScriptEncoder.UnsafeRelaxedJsonEscaping, WriteIndented = true, NewLine = "\n",
    };

    /// <summary>A journey file may leave out every property.</summary>
    private static readonly JsonSchemaExporterOptions Journeys = new()
    {
        TransformSchemaNode = (_, node) =>
        {
            (node as JsonObject)?.Remove("required");
            return node;
        },
    };

    /// <param name="http">The command whose options the settings stand for.</param>
    public static string Write(Command http)
    {
        var schema = ObjectOf(ScenarioSetting.All, "", http);
        schema.Insert(0, "$schema", "https://json-schema.org/draft/2020-12/schema");
        schema.Insert(1, "title", "A scenario of http, capacity, soak and compare");
        var properties = schema["properties"]!.AsObject();
        properties.Insert(0, "$schema", TypeSchema("string"));
        var variant = ObjectOf(ScenarioSetting.OfVariants, "", http);
        variant["properties"]!.AsObject().Insert(0, "name", TypeSchema("string"));
        properties["variants"] = new JsonObject
        {
            ["description"] = "Two variants for compare: what each changes.",
            ["type"] = "array", ["minItems"] = 2, ["maxItems"] = 2, ["items"] = variant,
        };
        return schema.ToJsonString(Options) + "\n";
    }

    private static JsonObject ObjectOf(IEnumerable<ScenarioSetting> settings, string prefix, Command http)
    {
        var properties = new JsonObject();
        foreach (var group in settings.GroupBy(setting => setting.Path[prefix.Length..].Split('.')[0]))
        {
            properties[group.Key] = group.First().Path == prefix + group.Key
                ? Describe(group.First(), http)
                : ObjectOf(group, $"{prefix}{group.Key}.", http);
        }

        return new JsonObject { ["type"] = "object", ["properties"] = properties, ["additionalProperties"] = false };
    }

    private static JsonObject Describe(ScenarioSetting setting, Command http)
    {
        var schema = ForKind(setting.Kind);
        var option = http.Options.FirstOrDefault(option => option.Name == setting.Option);
        schema.Insert(0, "description", setting.Kind == SettingKind.Version ? "The version of HTTP. Default: 1."
            : option is null ? $"The {setting.Name} of the request."
            : option.Description!.Replace(" May be given several times.", "", StringComparison.Ordinal));
        return schema;
    }

    private static JsonObject ForKind(SettingKind kind) => kind switch
    {
        SettingKind.Whole => TypeSchema("integer"),
        SettingKind.Number => TypeSchema("number"),
        SettingKind.Flag => TypeSchema("boolean"),
        SettingKind.Version => new JsonObject { ["enum"] = new JsonArray(1, 2, 3) },
        SettingKind.Texts => new JsonObject { ["type"] = "array", ["items"] = NotEmpty() },
        SettingKind.Headers => new JsonObject { ["type"] = "object", ["additionalProperties"] = NotEmpty() },
        SettingKind.Body => [],
        SettingKind.Journey => new JsonObject { ["anyOf"] = new JsonArray(NotEmpty(), JourneysSchema()) },
        _ => NotEmpty(),
    };

    private static JsonNode JourneysSchema()
    {
        var schema = JourneyFile.Options.GetJsonSchemaAsNode(typeof(JourneyFile), Journeys);
        schema["type"] = "object";
        return schema;
    }

    private static JsonObject NotEmpty() => new() { ["type"] = "string", ["minLength"] = 1 };

    private static JsonObject TypeSchema(string type) => new() { ["type"] = type };
}
