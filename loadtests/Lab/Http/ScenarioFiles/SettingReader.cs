namespace DroneDelivery.LoadTests.Lab.Http.ScenarioFiles;

/// <summary>A setting that a file has.</summary>
/// <param name="Place">Its JSON path.</param>
internal sealed record GivenSetting(ScenarioSetting Setting, string Place, IReadOnlyList<string> Values)
{
    /// <summary>The words of a command line with the same meaning.</summary>
    public IEnumerable<string> Words => Setting.ToWords(Values);

    public GivenOption Named => new(Setting.Option, Values);
}

/// <summary>An option with its values, or the arguments of a command line.</summary>
/// <param name="Option">Empty text for arguments.</param>
internal sealed record GivenOption(string Option, IReadOnlyList<string> Values)
{
    public IEnumerable<string> Words => Values.Count == 0
        ? [Option]
        : Values.SelectMany(value => ScenarioSetting.ToWords(Option, value));

    /// <summary>Whether an error names the option.</summary>
    public bool IsNamedIn(string message) =>
        Option.Length > 0 && Regex.IsMatch(message, $@"{Regex.Escape(Option)}(?![a-z-])");

    /// <summary>Whether an error quotes a value.</summary>
    public bool IsQuotedIn(string message) =>
        Values.Any(value => message.Contains($"'{value}'", StringComparison.Ordinal));
}

/// <summary>Reads the settings of a scenario file. An error is a <see cref="FormatException"/> with the JSON path.</summary>
/// <param name="folder">The folder that paths in the file are relative to.</param>
internal sealed class SettingReader(string folder)
{
    /// <param name="element">The file, or a variant.</param>
    /// <param name="others">Further properties, which are read elsewhere.</param>
    public IReadOnlyList<GivenSetting> Read(
        JsonElement element, string place, IReadOnlyList<ScenarioSetting> settings, IReadOnlyList<string> others) =>
        [.. Read(element, place, prefix: "", settings, others)];

    public static string Text(JsonElement value, string place)
    {
        Require(value.ValueKind == JsonValueKind.String && value.GetString()!.Length > 0, place, "a text", value);
        return value.GetString()!;
    }

    public static void Require(bool condition, string place, string what, JsonElement value)
    {
        if (!condition)
        {
            throw new FormatException($"{place} takes {what}; it is {value.GetRawText().ReplaceLineEndings(" ")}.");
        }
    }

    private IEnumerable<GivenSetting> Read(
        JsonElement element, string place, string prefix, IReadOnlyList<ScenarioSetting> settings, IReadOnlyList<string> others)
    {
        Require(element.ValueKind == JsonValueKind.Object, place, "an object", element);
        foreach (var property in element.EnumerateObject())
        {
            var (path, inner) = (prefix + property.Name, $"{place}.{property.Name}");
            if (settings.FirstOrDefault(setting => setting.Path == path) is { } known)
            {
                var values = Values(known.Kind, property.Value, inner);
                if (values.Count > 0)
                {
                    yield return new GivenSetting(known, inner, values);
                }
            }
            else if (settings.Any(setting => setting.Path.StartsWith($"{path}.", StringComparison.Ordinal)))
            {
                foreach (var setting in Read(property.Value, inner, $"{path}.", settings, []))
                {
                    yield return setting;
                }
            }
            else if (!others.Contains(property.Name))
            {
                var names = settings.Where(setting => setting.Path.StartsWith(prefix, StringComparison.Ordinal))
                    .Select(setting => setting.Path[prefix.Length..].Split('.')[0]).Concat(others).Distinct();
                throw new FormatException($"{inner} is no property: there is {string.Join(", ", names)}.");
            }
        }
    }

    /// <summary>Empty for a flag that is false.</summary>
    private IReadOnlyList<string> Values(SettingKind kind, JsonElement value, string place)
    {
        var type = value.ValueKind;
        switch (kind)
        {
            case SettingKind.Whole or SettingKind.Version:
                Require(
                    type == JsonValueKind.Number && value.TryGetInt32(out var number)
                        && (kind == SettingKind.Whole || number is >= 1 and <= 3),
                    place, kind == SettingKind.Whole ? "a whole number" : "1, 2 or 3", value);
                return [value.GetRawText()];
            case SettingKind.Number:
                Require(type == JsonValueKind.Number, place, "a number", value);
                return [value.GetRawText()];
            case SettingKind.Flag:
                Require(type is JsonValueKind.True or JsonValueKind.False, place, "true or false", value);
                return type == JsonValueKind.True ? ["true"] : [];
            case SettingKind.Texts:
                Require(type == JsonValueKind.Array, place, "a list of texts", value);
                return [.. value.EnumerateArray().Index().Select(item => Text(item.Item, $"{place}[{item.Index}]"))];
            case SettingKind.Headers:
                Require(type == JsonValueKind.Object, place, "an object of texts", value);
                return [.. value.EnumerateObject().Select(
                    header => $"{header.Name}: {Text(header.Value, $"{place}.{header.Name}")}")];
            case SettingKind.Body:
                return [type == JsonValueKind.String ? value.GetString()! : value.GetRawText()];
            case SettingKind.Journey when type == JsonValueKind.Object:
                return [value.GetRawText()];
            case SettingKind.Journey:
                Require(type == JsonValueKind.String, place, "a path or an object", value);
                return [InFolder(Text(value, place))];
            case SettingKind.File:
                return [InFolder(Text(value, place))];
            case SettingKind.Recording when File.Exists(InFolder(Text(value, place))):
                return [InFolder(Text(value, place))];
            default:
                return [Text(value, place)];
        }
    }

    private string InFolder(string path) => Path.Combine(folder, path);
}
