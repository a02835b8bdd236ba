using YamlDotNet.RepresentationModel;

namespace DroneDelivery.Deploy.Tests;

internal static class Yaml
{
    /// <summary>The one document of a text, which is a mapping.</summary>
    public static YamlMappingNode Parse(string text)
    {
        using var reader = new StringReader(text);
        var yaml = new YamlStream();
        yaml.Load(reader);
        return (YamlMappingNode)yaml.Documents.Single().RootNode;
    }
}
