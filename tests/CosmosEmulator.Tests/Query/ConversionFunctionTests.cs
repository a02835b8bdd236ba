using DroneDelivery.CosmosEmulator.Query.Syntax;

namespace DroneDelivery.CosmosEmulator.Tests.Query;

/// <summary>The first rows of each are the documentation's; null stands for undefined.</summary>
public sealed class ConversionFunctionTests
{
    [Theory]
    [InlineData("""STRINGTOARRAY("[]") = []""", "true")]
    [InlineData("""STRINGTOARRAY('[ "coats", "gloves", "hats" ]') = ["coats", "gloves", "hats"]""", "true")]
    [InlineData(
        """STRINGTOARRAY('[ { "types": [ "coats", "gloves" ] }, [ "hats" ], 76, false, null ]')"""
        + """ = [{"types": ["coats", "gloves"]}, ["hats"], 76, false, null]""",
        "true")]
    [InlineData("""STRINGTOARRAY('[ [ "coats", "gloves" ], [ "hats" ] ]') = [["coats", "gloves"], ["hats"]]""", "true")]
    [InlineData("""STRINGTOARRAY("[ 'coats', 'gloves', 'hats' ]")""", null)]
    [InlineData("STRINGTOARRAY(undefined)", null)]
    [InlineData("STRINGTOARRAY(null)", null)]
    [InlineData("""STRINGTOARRAY('[1,2,3, "[4,5,6]",[7,8]]') = [1, 2, 3, "[4,5,6]", [7, 8]]""", "true")]
    [InlineData("STRINGTOARRAY('[')", null)]
    [InlineData("STRINGTOARRAY('1')", null)]
    [InlineData("STRINGTOARRAY(false)", null)]
    [InlineData("STRINGTOARRAY('')", null)]
    [InlineData("STRINGTOARRAY('[1] 2')", null)]
    [InlineData("STRINGTOARRAY(' [1] ') = [1]", "true")]
    [InlineData("STRINGTOARRAY('[\"\\\\ud800\"]')", null)]
    [InlineData("STRINGTOARRAY('[\"\\ud800\"]')", null)]
    [InlineData("STRINGTOARRAY('[\"\\\\ud83d\\\\ude00\"]')[0] = '😀'", "true")]
    public void StringToArray_OfJson_ReadsAnArray(string expression, string? expected) =>
        Assert.Equal(expected, Json.Value(expression));

    [Theory]
    [InlineData("""STRINGTOOBJECT("{}") = {}""", "true")]
    [InlineData("""STRINGTOOBJECT('{"isAvailable": true}') = {isAvailable: true}""", "true")]
    [InlineData("""STRINGTOOBJECT('{"division": {"name": "Sales"}}').division.name""", "\"Sales\"")]
    [InlineData("""STRINGTOOBJECT("{'price': 27.55}")""", null)]
    [InlineData("STRINGTOOBJECT(undefined)", null)]
    [InlineData("STRINGTOOBJECT(null)", null)]
    [InlineData("STRINGTOOBJECT('[]')", null)]
    public void StringToObject_OfJson_ReadsAnObject(string expression, string? expected) =>
        Assert.Equal(expected, Json.Value(expression));

    [Theory]
    [InlineData("STRINGTOBOOLEAN('true')", "true")]
    [InlineData("STRINGTOBOOLEAN('true  ')", "true")]
    [InlineData("STRINGTOBOOLEAN('  false')", "false")]
    [InlineData("STRINGTOBOOLEAN('  false  ')", "false")]
    [InlineData("STRINGTOBOOLEAN(true)", null)]
    [InlineData("STRINGTOBOOLEAN(undefined)", null)]
    [InlineData("STRINGTOBOOLEAN(null)", null)]
    [InlineData("STRINGTOBOOLEAN('TRUE')", null)]
    [InlineData("STRINGTOBOOLEAN('truth')", null)]
    [InlineData("STRINGTOBOOLEAN('1')", null)]
    [InlineData("STRINGTONULL('null')", "null")]
    [InlineData("STRINGTONULL('null  ')", "null")]
    [InlineData("STRINGTONULL('  null')", "null")]
    [InlineData("STRINGTONULL('  null  ')", "null")]
    [InlineData("STRINGTONULL('NULL')", null)]
    [InlineData("STRINGTONULL('Null')", null)]
    [InlineData("STRINGTONULL(null)", null)]
    [InlineData("STRINGTONULL(undefined)", null)]
    [InlineData("STRINGTONULL('')", null)]
    public void StringToBooleanAndNull_OfTheirWords_ReadThem(string expression, string? expected) =>
        Assert.Equal(expected, Json.Value(expression));

    [Theory]
    [InlineData("STRINGTONUMBER('100')", "100")]
    [InlineData("STRINGTONUMBER('3.14')", "3.14")]
    [InlineData("STRINGTONUMBER('   60   ')", "60")]
    [InlineData("STRINGTONUMBER('-1.79769e+308') = -1.79769e308", "true")]
    [InlineData("STRINGTONUMBER('Hello')", null)]
    [InlineData("STRINGTONUMBER(undefined)", null)]
    [InlineData("STRINGTONUMBER(null)", null)]
    [InlineData("STRINGTONUMBER('NaN')", null)]
    [InlineData("STRINGTONUMBER('Infinity')", null)]
    [InlineData("STRINGTONUMBER('1.000000')", "1")]
    [InlineData("STRINGTONUMBER('0xF')", null)]
    [InlineData("STRINGTONUMBER('99     54')", null)]
    [InlineData("STRINGTONUMBER('false')", null)]
    [InlineData("STRINGTONUMBER(false)", null)]
    [InlineData("STRINGTONUMBER(' ')", null)]
    [InlineData("STRINGTONUMBER(5)", null)]
    [InlineData("STRINGTONUMBER('+1')", null)]
    [InlineData("STRINGTONUMBER('01')", null)]
    [InlineData("STRINGTONUMBER('-')", null)]
    [InlineData("STRINGTONUMBER('1e999')", null)]
    [InlineData("STRINGTONUMBER('9007199254740993')", "9007199254740993")]
    public void StringToNumber_OfJson_ReadsANumber(string expression, string? expected) =>
        Assert.Equal(expected, Json.Value(expression));

    [Theory]
    [InlineData("TOSTRING(125) = '125'", "true")]
    [InlineData("TOSTRING(0.1234) = '0.1234'", "true")]
    [InlineData("TOSTRING(false) = 'false'", "true")]
    [InlineData("TOSTRING([ 1, 2, 3 ]) = '[1,2,3]'", "true")]
    [InlineData("""TOSTRING({ "department": "Bicycles" }) = '{"department":"Bicycles"}'""", "true")]
    [InlineData("TOSTRING('Hello World') = 'Hello World'", "true")]
    [InlineData("TOSTRING(undefined)", null)]
    [InlineData("TOSTRING(0 / 0) = 'NaN'", "true")]
    [InlineData("TOSTRING(1 / 0) = 'Infinity' AND TOSTRING(-1 / 0) = '-Infinity'", "true")]
    [InlineData("TOSTRING(1.0000) = '1'", "true")]
    [InlineData("TOSTRING(IS_STRING(TOSTRING(undefined))) = 'false'", "true")]
    [InlineData("TOSTRING(null) = 'null'", "true")]
    [InlineData("REPLACE(TOSTRING(612), '6', '9') = '912'", "true")]
    [InlineData("TOSTRING([]) = '[]' AND TOSTRING({}) = '{}' AND TOSTRING('') = ''", "true")]
    [InlineData("TOSTRING(-0) = '0' AND TOSTRING(-1.5) = '-1.5'", "true")]
    [InlineData("TOSTRING(9007199254740993) = '9007199254740993' AND TOSTRING(1e16) = '10000000000000000'", "true")]
    [InlineData("TOSTRING(['😀']) = '[\"😀\"]'", "true")]
    [InlineData("TOSTRING(['\"', '\\\\', '\\n', '\\u0001']) = '[\"\\\\\"\",\"\\\\\\\\\",\"\\\\n\",\"\\\\u0001\"]'", "true")]
    [InlineData("TOSTRING(['\\b', '\\f', '\\r', '\\t', ' ']) = '[\"\\\\b\",\"\\\\f\",\"\\\\r\",\"\\\\t\",\" \"]'", "true")]
    [InlineData("TOSTRING({a: true, b: [false, 1.5]}) = '{\"a\":true,\"b\":[false,1.5]}'", "true")]
    [InlineData("STRINGTOOBJECT(TOSTRING({a: [1, {b: '\"'}]})) = {a: [1, {b: '\"'}]}", "true")]
    public void ToString_OfAValue_IsItsText(string expression, string? expected) =>
        Assert.Equal(expected, Json.Value(expression));

    [Fact]
    public void ToString_OfADocumentsValue_HasNoSpacesAndTheShortestNumbers()
    {
        const string Query = """SELECT VALUE TOSTRING(c.a) = '[1,12.3,{"x":null}]' FROM c""";

        Assert.Equal("true", Json.Project(Query, """{"a": [1.0, 12.30, {"x" : null}]}"""));
    }

    [Fact]
    public void ToString_NestedUntilTheTextIsMegabytes_IsRefused()
    {
        var expression = Enumerable.Range(0, 40).Aggregate("'\"'", (inner, _) => $"TOSTRING([{inner}])");

        var error = Assert.Throws<SqlSemanticException>(() => Json.Value(expression));

        Assert.StartsWith("The result of TOSTRING has ", error.Message);
    }
}
