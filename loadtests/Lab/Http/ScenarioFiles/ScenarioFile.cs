namespace DroneDelivery.LoadTests.Lab.Http.ScenarioFiles;

/// <summary>The settings of a scenario file, as docs/scenario-file.md describes it.</summary>
internal sealed class ScenarioFile
{
    private const string Variants = "variants";
    private const string VariantName = "name";
    private const string Schema = "$schema";

    private static readonly JsonDocumentOptions Json = new()
    {
        AllowDuplicateProperties = false, AllowTrailingCommas = true, CommentHandling = JsonCommentHandling.Skip,
    };

    // A value that starts with @ is no response file.
    private static readonly ParserConfiguration Words = new() { ResponseFileTokenReplacer = null };

    private readonly string _file;
    private readonly IReadOnlyList<GivenSetting> _settings;
    private readonly IReadOnlyList<(string Name, IReadOnlyList<GivenSetting> Settings)> _variants;

    private ScenarioFile(string file, JsonElement root)
    {
        _file = file;
        var reader = new SettingReader(Path.GetDirectoryName(Path.GetFullPath(file))!);
        _settings = reader.Read(root, "$", ScenarioSetting.All, [Schema, Variants]);
        _variants = root.TryGetProperty(Variants, out var variants) ? ReadVariants(variants, reader) : [];
    }

    /// <summary>The names of the two variants; empty if the file has none.</summary>
    public IReadOnlyList<string> VariantNames => [.. _variants.Select(variant => variant.Name)];

    /// <exception cref="FormatException">The file cannot be read, or is no scenario; the message is one line.</exception>
    public static ScenarioFile Read(string path) => InputFile.Read(path, path, file =>
    {
        using var document = JsonDocument.Parse(File.ReadAllText(file), Json);
        return new ScenarioFile(file, document.RootElement);
    });

    /// <summary>Reads options from the file. Those of the command line override its values.</summary>
    /// <param name="variant">The number of the variant, from 0; null for none.</param>
    /// <param name="read">Reads the options of a command line.</param>
    /// <exception cref="FormatException">A value is invalid; the message has the file and the place in it.</exception>
    public T Apply<T>(CommandResult line, int? variant, Func<CommandResult, T> read)
    {
        var own = GivenWords(line).ToList();
        var overriding = own.Select(word => word.Option).ToHashSet();
        var varied = variant is { } number ? _variants[number].Settings : [];
        var changed = varied.Select(setting => setting.Setting.Name).ToHashSet();
        var settings = _settings.Where(setting => !changed.Contains(setting.Setting.Name)).Concat(varied)
            .Where(setting => !setting.Setting.IsOverridden(overriding)).ToList();
        // Arguments come first, the method before the URL, so that no option takes one for its value.
        var words = settings.OrderBy(setting => setting.Setting.Name).Select(setting => (setting.Setting.Option, setting.Words))
            .Concat(own.Select(word => (word.Option, word.Words)))
            .OrderBy(word => word.Option.Length).SelectMany(word => word.Words);
        try
        {
            var parsed = line.Command.Parse([.. words], Words);
            var fault = parsed.CommandResult.OptionWithoutValue() ?? parsed.Errors.FirstOrDefault()?.Message;
            return fault is null ? read(parsed.CommandResult) : throw new FormatException(fault);
        }
        catch (FormatException exception)
        {
            // An option that the message names says more than a value that it quotes.
            List<(GivenOption Named, string? Place)> given =
                [.. settings.Select(setting => (setting.Named, setting.Place)), .. own.Select(word => (word, (string?)null))];
            var (named, place) = given.Where(each => each.Named.IsNamedIn(exception.Message))
                .Concat(given.Where(each => each.Named.IsQuotedIn(exception.Message))).FirstOrDefault();
            throw named is not null && place is null
                ? exception
                : new FormatException($"{_file}: {(place is null ? "" : $"{place}: ")}{exception.Message}", exception);
        }
    }

    private static IReadOnlyList<(string, IReadOnlyList<GivenSetting>)> ReadVariants(JsonElement variants, SettingReader reader)
    {
        var areTwo = variants.ValueKind == JsonValueKind.Array && variants.GetArrayLength() == 2;
        SettingReader.Require(areTwo, $"$.{Variants}", "two variants", variants);
        return [.. variants.EnumerateArray().Index().Select(each => Read(each.Index, each.Item))];

        (string, IReadOnlyList<GivenSetting>) Read(int index, JsonElement variant)
        {
            var place = $"$.{Variants}[{index}]";
            var settings = reader.Read(variant, place, ScenarioSetting.OfVariants, [VariantName]);
            return (variant.TryGetProperty(VariantName, out var name)
                ? SettingReader.Text(name, $"{place}.{VariantName}")
                : index == 0 ? "A" : "B", settings);
        }
    }

    /// <summary>The options and arguments of a command line, without that of the file.</summary>
    private static IEnumerable<GivenOption> GivenWords(CommandResult line)
    {
        foreach (var child in line.Children)
        {
            switch (child)
            {
                case OptionResult { Implicit: false, Option.Name: not ScenarioSetting.FileOption } option:
                    yield return new GivenOption(option.Option.Name, [.. option.Tokens.Select(token => token.Value)]);
                    break;
                case ArgumentResult { Tokens.Count: > 0 } argument:
                    yield return new GivenOption("", [.. argument.Tokens.Select(token => token.Value)]);
                    break;
            }
        }
    }
}
