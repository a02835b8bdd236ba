// tuning: written by the lab's export command; run it with k6 run, or with k6-operator.
import http from 'k6/http';
import exec from 'k6/execution';
import { check, randomSeed, sleep } from 'k6';
import { Counter, Trend } from 'k6/metrics';

// These metrics exclude the warm-up and include every request that was sent. A failure counts as a latency of one
// day, which exceeds any limit. k6 measures time from sending, not from the scheduled moment, and reports
// percentiles even if it dropped iterations: check dropped_iterations too. LOG_LATENCY logs each latency.
const failedMs = 86400000;
const latency = new Trend('latency', true);
const successes = new Counter('successes');
const errors = new Counter('errors');

// A redirect, like any other answer that is not 2xx, is a failure. http_req_failed counts it too.
http.setResponseCallback(http.expectedStatuses({ min: 200, max: 299 }));

export const options = {
  "discardResponseBodies": true,
  "maxRedirects": 0,
  "scenarios": {
    "warm_up": {
      "executor": "constant-vus",
      "vus": 8,
      "duration": "6000ms",
      "gracefulStop": "0s"
    },
    "measured": {
      "executor": "ramping-vus",
      "startTime": "6000ms",
      "startVUs": 1,
      "stages": [
        {
          "duration": "12000ms",
          "target": 1
        },
        {
          "duration": "0s",
          "target": 2
        },
        {
          "duration": "12000ms",
          "target": 2
        },
        {
          "duration": "0s",
          "target": 3
        },
        {
          "duration": "12000ms",
          "target": 3
        },
        {
          "duration": "0s",
          "target": 4
        },
        {
          "duration": "12000ms",
          "target": 4
        },
        {
          "duration": "0s",
          "target": 5
        },
        {
          "duration": "12000ms",
          "target": 5
        },
        {
          "duration": "0s",
          "target": 6
        },
        {
          "duration": "12000ms",
          "target": 6
        },
        {
          "duration": "0s",
          "target": 7
        },
        {
          "duration": "12000ms",
          "target": 7
        },
        {
          "duration": "0s",
          "target": 8
        },
        {
          "duration": "12000ms",
          "target": 8
        },
        {
          "duration": "0s",
          "target": 9
        },
        {
          "duration": "12000ms",
          "target": 9
        },
        {
          "duration": "0s",
          "target": 10
        },
        {
          "duration": "12000ms",
          "target": 10
        },
        {
          "duration": "0s",
          "target": 11
        },
        {
          "duration": "12000ms",
          "target": 11
        },
        {
          "duration": "0s",
          "target": 12
        },
        {
          "duration": "12000ms",
          "target": 12
        },
        {
          "duration": "0s",
          "target": 13
        },
        {
          "duration": "12000ms",
          "target": 13
        },
        {
          "duration": "0s",
          "target": 14
        },
        {
          "duration": "12000ms",
          "target": 14
        },
        {
          "duration": "0s",
          "target": 15
        },
        {
          "duration": "12000ms",
          "target": 15
        },
        {
          "duration": "0s",
          "target": 16
        },
        {
          "duration": "12000ms",
          "target": 16
        },
        {
          "duration": "0s",
          "target": 17
        },
        {
          "duration": "12000ms",
          "target": 17
        },
        {
          "duration": "0s",
          "target": 18
        },
        {
          "duration": "12000ms",
          "target": 18
        },
        {
          "duration": "0s",
          "target": 19
        },
        {
          "duration": "12000ms",
          "target": 19
        },
        {
          "duration": "0s",
          "target": 20
        },
        {
          "duration": "12000ms",
          "target": 20
        },
        {
          "duration": "0s",
          "target": 21
        },
        {
          "duration": "12000ms",
          "target": 21
        },
        {
          "duration": "0s",
          "target": 22
        },
        {
          "duration": "12000ms",
          "target": 22
        },
        {
          "duration": "0s",
          "target": 23
        },
        {
          "duration": "12000ms",
          "target": 23
        },
        {
          "duration": "0s",
          "target": 24
        },
        {
          "duration": "12000ms",
          "target": 24
        },
        {
          "duration": "0s",
          "target": 25
        },
        {
          "duration": "12000ms",
          "target": 25
        },
        {
          "duration": "0s",
          "target": 26
        },
        {
          "duration": "12000ms",
          "target": 26
        },
        {
          "duration": "0s",
          "target": 27
        },
        {
          "duration": "12000ms",
          "target": 27
        },
        {
          "duration": "0s",
          "target": 28
        },
        {
          "duration": "12000ms",
          "target": 28
        },
        {
          "duration": "0s",
          "target": 29
        },
        {
          "duration": "12000ms",
          "target": 29
        },
        {
          "duration": "0s",
          "target": 30
        },
        {
          "duration": "12000ms",
          "target": 30
        },
        {
          "duration": "0s",
          "target": 31
        },
        {
          "duration": "12000ms",
          "target": 31
        },
        {
          "duration": "0s",
          "target": 32
        },
        {
          "duration": "12000ms",
          "target": 32
        },
        {
          "duration": "0s",
          "target": 33
        },
        {
          "duration": "12000ms",
          "target": 33
        },
        {
          "duration": "0s",
          "target": 34
        },
        {
          "duration": "12000ms",
          "target": 34
        },
        {
          "duration": "0s",
          "target": 35
        },
        {
          "duration": "12000ms",
          "target": 35
        },
        {
          "duration": "0s",
          "target": 36
        },
        {
          "duration": "12000ms",
          "target": 36
        },
        {
          "duration": "0s",
          "target": 37
        },
        {
          "duration": "12000ms",
          "target": 37
        },
        {
          "duration": "0s",
          "target": 38
        },
        {
          "duration": "12000ms",
          "target": 38
        },
        {
          "duration": "0s",
          "target": 39
        },
        {
          "duration": "12000ms",
          "target": 39
        },
        {
          "duration": "0s",
          "target": 40
        },
        {
          "duration": "12000ms",
          "target": 40
        }
      ],
      "gracefulRampDown": "5s",
      "gracefulStop": "5s"
    }
  },
  "summaryTrendStats": [
    "avg",
    "min",
    "med",
    "p(95)",
    "p(99)",
    "p(99.9)",
    "max"
  ],
  "thresholds": {}
};

let seeded = false;

const base = __ENV.BASE_URL || 'http://127.0.0.1:5000';
const owners = ["owner-0001","owner-0002","owner-0003","owner-0004","owner-0005","owner-0006","owner-0007","owner-0008","owner-0009","owner-0010","owner-0011","owner-0012","owner-0013","owner-0014","owner-0015","owner-0016","owner-0017","owner-0018","owner-0019","owner-0020","owner-0021","owner-0022","owner-0023","owner-0024","owner-0025","owner-0026","owner-0027","owner-0028","owner-0029","owner-0030","owner-0031","owner-0032","owner-0033","owner-0034","owner-0035","owner-0036","owner-0037","owner-0038","owner-0039","owner-0040","owner-0041","owner-0042","owner-0043","owner-0044","owner-0045","owner-0046","owner-0047","owner-0048","owner-0049","owner-0050","owner-0051","owner-0052","owner-0053","owner-0054","owner-0055","owner-0056","owner-0057","owner-0058","owner-0059","owner-0060","owner-0061","owner-0062","owner-0063","owner-0064","owner-0065","owner-0066","owner-0067","owner-0068","owner-0069","owner-0070","owner-0071","owner-0072","owner-0073","owner-0074","owner-0075","owner-0076","owner-0077","owner-0078","owner-0079","owner-0080","owner-0081","owner-0082","owner-0083","owner-0084","owner-0085","owner-0086","owner-0087","owner-0088","owner-0089","owner-0090","owner-0091","owner-0092","owner-0093","owner-0094","owner-0095","owner-0096","owner-0097","owner-0098","owner-0099","owner-0100","owner-0101","owner-0102","owner-0103","owner-0104","owner-0105","owner-0106","owner-0107","owner-0108","owner-0109","owner-0110","owner-0111","owner-0112","owner-0113","owner-0114","owner-0115","owner-0116","owner-0117","owner-0118","owner-0119","owner-0120","owner-0121","owner-0122","owner-0123","owner-0124","owner-0125","owner-0126","owner-0127","owner-0128","owner-0129","owner-0130","owner-0131","owner-0132","owner-0133","owner-0134","owner-0135","owner-0136","owner-0137","owner-0138","owner-0139","owner-0140","owner-0141","owner-0142","owner-0143","owner-0144","owner-0145","owner-0146","owner-0147","owner-0148","owner-0149","owner-0150","owner-0151","owner-0152","owner-0153","owner-0154","owner-0155","owner-0156","owner-0157","owner-0158","owner-0159","owner-0160","owner-0161","owner-0162","owner-0163","owner-0164","owner-0165","owner-0166","owner-0167","owner-0168","owner-0169","owner-0170","owner-0171","owner-0172","owner-0173","owner-0174","owner-0175","owner-0176","owner-0177","owner-0178","owner-0179","owner-0180","owner-0181","owner-0182","owner-0183","owner-0184","owner-0185","owner-0186","owner-0187","owner-0188","owner-0189","owner-0190","owner-0191","owner-0192","owner-0193","owner-0194","owner-0195","owner-0196","owner-0197","owner-0198","owner-0199","owner-0200","owner-0201","owner-0202","owner-0203","owner-0204","owner-0205","owner-0206","owner-0207","owner-0208","owner-0209","owner-0210","owner-0211","owner-0212","owner-0213","owner-0214","owner-0215","owner-0216","owner-0217","owner-0218","owner-0219","owner-0220","owner-0221","owner-0222","owner-0223","owner-0224","owner-0225","owner-0226","owner-0227","owner-0228","owner-0229","owner-0230","owner-0231","owner-0232","owner-0233","owner-0234","owner-0235","owner-0236","owner-0237","owner-0238","owner-0239","owner-0240","owner-0241","owner-0242","owner-0243","owner-0244","owner-0245","owner-0246","owner-0247","owner-0248","owner-0249","owner-0250","owner-0251","owner-0252","owner-0253","owner-0254","owner-0255","owner-0256","owner-0257","owner-0258","owner-0259","owner-0260","owner-0261","owner-0262","owner-0263","owner-0264","owner-0265","owner-0266","owner-0267","owner-0268","owner-0269","owner-0270","owner-0271","owner-0272","owner-0273","owner-0274","owner-0275","owner-0276","owner-0277","owner-0278","owner-0279","owner-0280","owner-0281","owner-0282","owner-0283","owner-0284","owner-0285","owner-0286","owner-0287","owner-0288","owner-0289","owner-0290","owner-0291","owner-0292","owner-0293","owner-0294","owner-0295","owner-0296","owner-0297","owner-0298","owner-0299","owner-0300","owner-0301","owner-0302","owner-0303","owner-0304","owner-0305","owner-0306","owner-0307","owner-0308","owner-0309","owner-0310","owner-0311","owner-0312","owner-0313","owner-0314","owner-0315","owner-0316","owner-0317","owner-0318","owner-0319","owner-0320","owner-0321","owner-0322","owner-0323","owner-0324","owner-0325","owner-0326","owner-0327","owner-0328","owner-0329","owner-0330","owner-0331","owner-0332","owner-0333","owner-0334","owner-0335","owner-0336","owner-0337","owner-0338","owner-0339","owner-0340","owner-0341","owner-0342","owner-0343","owner-0344","owner-0345","owner-0346","owner-0347","owner-0348","owner-0349","owner-0350","owner-0351","owner-0352","owner-0353","owner-0354","owner-0355","owner-0356","owner-0357","owner-0358","owner-0359","owner-0360","owner-0361","owner-0362","owner-0363","owner-0364","owner-0365","owner-0366","owner-0367","owner-0368","owner-0369","owner-0370","owner-0371","owner-0372","owner-0373","owner-0374","owner-0375","owner-0376","owner-0377","owner-0378","owner-0379","owner-0380","owner-0381","owner-0382","owner-0383","owner-0384","owner-0385","owner-0386","owner-0387","owner-0388","owner-0389","owner-0390","owner-0391","owner-0392","owner-0393","owner-0394","owner-0395","owner-0396","owner-0397","owner-0398","owner-0399","owner-0400","owner-0401","owner-0402","owner-0403","owner-0404","owner-0405","owner-0406","owner-0407","owner-0408","owner-0409","owner-0410","owner-0411","owner-0412","owner-0413","owner-0414","owner-0415","owner-0416","owner-0417","owner-0418","owner-0419","owner-0420","owner-0421","owner-0422","owner-0423","owner-0424","owner-0425","owner-0426","owner-0427","owner-0428","owner-0429","owner-0430","owner-0431","owner-0432","owner-0433","owner-0434","owner-0435","owner-0436","owner-0437","owner-0438","owner-0439","owner-0440","owner-0441","owner-0442","owner-0443","owner-0444","owner-0445","owner-0446","owner-0447","owner-0448","owner-0449","owner-0450","owner-0451","owner-0452","owner-0453","owner-0454","owner-0455","owner-0456","owner-0457","owner-0458","owner-0459","owner-0460","owner-0461","owner-0462","owner-0463","owner-0464","owner-0465","owner-0466","owner-0467","owner-0468","owner-0469","owner-0470","owner-0471","owner-0472","owner-0473","owner-0474","owner-0475","owner-0476","owner-0477","owner-0478","owner-0479","owner-0480","owner-0481","owner-0482","owner-0483","owner-0484","owner-0485","owner-0486","owner-0487","owner-0488","owner-0489","owner-0490","owner-0491","owner-0492","owner-0493","owner-0494","owner-0495","owner-0496","owner-0497","owner-0498","owner-0499","owner-0500","owner-0501","owner-0502","owner-0503","owner-0504","owner-0505","owner-0506","owner-0507","owner-0508","owner-0509","owner-0510","owner-0511","owner-0512","owner-0513","owner-0514","owner-0515","owner-0516","owner-0517","owner-0518","owner-0519","owner-0520","owner-0521","owner-0522","owner-0523","owner-0524","owner-0525","owner-0526","owner-0527","owner-0528","owner-0529","owner-0530","owner-0531","owner-0532","owner-0533","owner-0534","owner-0535","owner-0536","owner-0537","owner-0538","owner-0539","owner-0540","owner-0541","owner-0542","owner-0543","owner-0544","owner-0545","owner-0546","owner-0547","owner-0548","owner-0549","owner-0550","owner-0551","owner-0552","owner-0553","owner-0554","owner-0555","owner-0556","owner-0557","owner-0558","owner-0559","owner-0560","owner-0561","owner-0562","owner-0563","owner-0564","owner-0565","owner-0566","owner-0567","owner-0568","owner-0569","owner-0570","owner-0571","owner-0572","owner-0573","owner-0574","owner-0575","owner-0576","owner-0577","owner-0578","owner-0579","owner-0580","owner-0581","owner-0582","owner-0583","owner-0584","owner-0585","owner-0586","owner-0587","owner-0588","owner-0589","owner-0590","owner-0591","owner-0592","owner-0593","owner-0594","owner-0595","owner-0596","owner-0597","owner-0598","owner-0599","owner-0600","owner-0601","owner-0602","owner-0603","owner-0604","owner-0605","owner-0606","owner-0607","owner-0608","owner-0609","owner-0610","owner-0611","owner-0612","owner-0613","owner-0614","owner-0615","owner-0616","owner-0617","owner-0618","owner-0619","owner-0620","owner-0621","owner-0622","owner-0623","owner-0624","owner-0625","owner-0626","owner-0627","owner-0628","owner-0629","owner-0630","owner-0631","owner-0632","owner-0633","owner-0634","owner-0635","owner-0636","owner-0637","owner-0638","owner-0639","owner-0640","owner-0641","owner-0642","owner-0643","owner-0644","owner-0645","owner-0646","owner-0647","owner-0648","owner-0649","owner-0650","owner-0651","owner-0652","owner-0653","owner-0654","owner-0655","owner-0656","owner-0657","owner-0658","owner-0659","owner-0660","owner-0661","owner-0662","owner-0663","owner-0664","owner-0665","owner-0666","owner-0667","owner-0668","owner-0669","owner-0670","owner-0671","owner-0672","owner-0673","owner-0674","owner-0675","owner-0676","owner-0677","owner-0678","owner-0679","owner-0680","owner-0681","owner-0682","owner-0683","owner-0684","owner-0685","owner-0686","owner-0687","owner-0688","owner-0689","owner-0690","owner-0691","owner-0692","owner-0693","owner-0694","owner-0695","owner-0696","owner-0697","owner-0698","owner-0699","owner-0700","owner-0701","owner-0702","owner-0703","owner-0704","owner-0705","owner-0706","owner-0707","owner-0708","owner-0709","owner-0710","owner-0711","owner-0712","owner-0713","owner-0714","owner-0715","owner-0716","owner-0717","owner-0718","owner-0719","owner-0720","owner-0721","owner-0722","owner-0723","owner-0724","owner-0725","owner-0726","owner-0727","owner-0728","owner-0729","owner-0730","owner-0731","owner-0732","owner-0733","owner-0734","owner-0735","owner-0736","owner-0737","owner-0738","owner-0739","owner-0740","owner-0741","owner-0742","owner-0743","owner-0744","owner-0745","owner-0746","owner-0747","owner-0748","owner-0749","owner-0750","owner-0751","owner-0752","owner-0753","owner-0754","owner-0755","owner-0756","owner-0757","owner-0758","owner-0759","owner-0760","owner-0761","owner-0762","owner-0763","owner-0764","owner-0765","owner-0766","owner-0767","owner-0768","owner-0769","owner-0770","owner-0771","owner-0772","owner-0773","owner-0774","owner-0775","owner-0776","owner-0777","owner-0778","owner-0779","owner-0780","owner-0781","owner-0782","owner-0783","owner-0784","owner-0785","owner-0786","owner-0787","owner-0788","owner-0789","owner-0790","owner-0791","owner-0792","owner-0793","owner-0794","owner-0795","owner-0796","owner-0797","owner-0798","owner-0799","owner-0800","owner-0801","owner-0802","owner-0803","owner-0804","owner-0805","owner-0806","owner-0807","owner-0808","owner-0809","owner-0810","owner-0811","owner-0812","owner-0813","owner-0814","owner-0815","owner-0816","owner-0817","owner-0818","owner-0819","owner-0820","owner-0821","owner-0822","owner-0823","owner-0824","owner-0825","owner-0826","owner-0827","owner-0828","owner-0829","owner-0830","owner-0831","owner-0832","owner-0833","owner-0834","owner-0835","owner-0836","owner-0837","owner-0838","owner-0839","owner-0840","owner-0841","owner-0842","owner-0843","owner-0844","owner-0845","owner-0846","owner-0847","owner-0848","owner-0849","owner-0850","owner-0851","owner-0852","owner-0853","owner-0854","owner-0855","owner-0856","owner-0857","owner-0858","owner-0859","owner-0860","owner-0861","owner-0862","owner-0863","owner-0864","owner-0865","owner-0866","owner-0867","owner-0868","owner-0869","owner-0870","owner-0871","owner-0872","owner-0873","owner-0874","owner-0875","owner-0876","owner-0877","owner-0878","owner-0879","owner-0880","owner-0881","owner-0882","owner-0883","owner-0884","owner-0885","owner-0886","owner-0887","owner-0888","owner-0889","owner-0890","owner-0891","owner-0892","owner-0893","owner-0894","owner-0895","owner-0896","owner-0897","owner-0898","owner-0899","owner-0900","owner-0901","owner-0902","owner-0903","owner-0904","owner-0905","owner-0906","owner-0907","owner-0908","owner-0909","owner-0910","owner-0911","owner-0912","owner-0913","owner-0914","owner-0915","owner-0916","owner-0917","owner-0918","owner-0919","owner-0920","owner-0921","owner-0922","owner-0923","owner-0924","owner-0925","owner-0926","owner-0927","owner-0928","owner-0929","owner-0930","owner-0931","owner-0932","owner-0933","owner-0934","owner-0935","owner-0936","owner-0937","owner-0938","owner-0939","owner-0940","owner-0941","owner-0942","owner-0943","owner-0944","owner-0945","owner-0946","owner-0947","owner-0948","owner-0949","owner-0950","owner-0951","owner-0952","owner-0953","owner-0954","owner-0955","owner-0956","owner-0957","owner-0958","owner-0959","owner-0960","owner-0961","owner-0962","owner-0963","owner-0964","owner-0965","owner-0966","owner-0967","owner-0968","owner-0969","owner-0970","owner-0971","owner-0972","owner-0973","owner-0974","owner-0975","owner-0976","owner-0977","owner-0978","owner-0979","owner-0980","owner-0981","owner-0982","owner-0983","owner-0984","owner-0985","owner-0986","owner-0987","owner-0988","owner-0989","owner-0990","owner-0991","owner-0992","owner-0993","owner-0994","owner-0995","owner-0996","owner-0997","owner-0998","owner-0999","owner-1000","owner-1001","owner-1002","owner-1003","owner-1004","owner-1005","owner-1006","owner-1007","owner-1008","owner-1009","owner-1010","owner-1011","owner-1012","owner-1013","owner-1014","owner-1015","owner-1016","owner-1017","owner-1018","owner-1019","owner-1020","owner-1021","owner-1022","owner-1023","owner-1024","owner-1025","owner-1026","owner-1027","owner-1028","owner-1029","owner-1030","owner-1031","owner-1032","owner-1033","owner-1034","owner-1035","owner-1036","owner-1037","owner-1038","owner-1039","owner-1040","owner-1041","owner-1042","owner-1043","owner-1044","owner-1045","owner-1046","owner-1047","owner-1048","owner-1049","owner-1050","owner-1051","owner-1052","owner-1053","owner-1054","owner-1055","owner-1056","owner-1057","owner-1058","owner-1059","owner-1060","owner-1061","owner-1062","owner-1063","owner-1064","owner-1065","owner-1066","owner-1067","owner-1068","owner-1069","owner-1070","owner-1071","owner-1072","owner-1073","owner-1074","owner-1075","owner-1076","owner-1077","owner-1078","owner-1079","owner-1080","owner-1081","owner-1082","owner-1083","owner-1084","owner-1085","owner-1086","owner-1087","owner-1088","owner-1089","owner-1090","owner-1091","owner-1092","owner-1093","owner-1094","owner-1095","owner-1096","owner-1097","owner-1098","owner-1099","owner-1100","owner-1101","owner-1102","owner-1103","owner-1104","owner-1105","owner-1106","owner-1107","owner-1108","owner-1109","owner-1110","owner-1111","owner-1112","owner-1113","owner-1114","owner-1115","owner-1116","owner-1117","owner-1118","owner-1119","owner-1120","owner-1121","owner-1122","owner-1123","owner-1124","owner-1125","owner-1126","owner-1127","owner-1128","owner-1129","owner-1130","owner-1131","owner-1132","owner-1133","owner-1134","owner-1135","owner-1136","owner-1137","owner-1138","owner-1139","owner-1140","owner-1141","owner-1142","owner-1143","owner-1144","owner-1145","owner-1146","owner-1147","owner-1148","owner-1149","owner-1150","owner-1151","owner-1152","owner-1153","owner-1154","owner-1155","owner-1156","owner-1157","owner-1158","owner-1159","owner-1160","owner-1161","owner-1162","owner-1163","owner-1164","owner-1165","owner-1166","owner-1167","owner-1168","owner-1169","owner-1170","owner-1171","owner-1172","owner-1173","owner-1174","owner-1175","owner-1176","owner-1177","owner-1178","owner-1179","owner-1180","owner-1181","owner-1182","owner-1183","owner-1184","owner-1185","owner-1186","owner-1187","owner-1188","owner-1189","owner-1190","owner-1191","owner-1192","owner-1193","owner-1194","owner-1195","owner-1196","owner-1197","owner-1198","owner-1199","owner-1200","owner-1201","owner-1202","owner-1203","owner-1204","owner-1205","owner-1206","owner-1207","owner-1208","owner-1209","owner-1210","owner-1211","owner-1212","owner-1213","owner-1214","owner-1215","owner-1216","owner-1217","owner-1218","owner-1219","owner-1220","owner-1221","owner-1222","owner-1223","owner-1224","owner-1225","owner-1226","owner-1227","owner-1228","owner-1229","owner-1230","owner-1231","owner-1232","owner-1233","owner-1234","owner-1235","owner-1236","owner-1237","owner-1238","owner-1239","owner-1240","owner-1241","owner-1242","owner-1243","owner-1244","owner-1245","owner-1246","owner-1247","owner-1248","owner-1249","owner-1250","owner-1251","owner-1252","owner-1253","owner-1254","owner-1255","owner-1256","owner-1257","owner-1258","owner-1259","owner-1260","owner-1261","owner-1262","owner-1263","owner-1264","owner-1265","owner-1266","owner-1267","owner-1268","owner-1269","owner-1270","owner-1271","owner-1272","owner-1273","owner-1274","owner-1275","owner-1276","owner-1277","owner-1278","owner-1279","owner-1280","owner-1281","owner-1282","owner-1283","owner-1284","owner-1285","owner-1286","owner-1287","owner-1288","owner-1289","owner-1290","owner-1291","owner-1292","owner-1293","owner-1294","owner-1295","owner-1296","owner-1297","owner-1298","owner-1299","owner-1300","owner-1301","owner-1302","owner-1303","owner-1304","owner-1305","owner-1306","owner-1307","owner-1308","owner-1309","owner-1310","owner-1311","owner-1312","owner-1313","owner-1314","owner-1315","owner-1316","owner-1317","owner-1318","owner-1319","owner-1320","owner-1321","owner-1322","owner-1323","owner-1324","owner-1325","owner-1326","owner-1327","owner-1328","owner-1329","owner-1330","owner-1331","owner-1332","owner-1333","owner-1334","owner-1335","owner-1336","owner-1337","owner-1338","owner-1339","owner-1340","owner-1341","owner-1342","owner-1343","owner-1344","owner-1345","owner-1346","owner-1347","owner-1348","owner-1349","owner-1350","owner-1351","owner-1352","owner-1353","owner-1354","owner-1355","owner-1356","owner-1357","owner-1358","owner-1359","owner-1360","owner-1361","owner-1362","owner-1363","owner-1364","owner-1365","owner-1366","owner-1367","owner-1368","owner-1369","owner-1370","owner-1371","owner-1372","owner-1373","owner-1374","owner-1375","owner-1376","owner-1377","owner-1378","owner-1379","owner-1380","owner-1381","owner-1382","owner-1383","owner-1384","owner-1385","owner-1386","owner-1387","owner-1388","owner-1389","owner-1390","owner-1391","owner-1392","owner-1393","owner-1394","owner-1395","owner-1396","owner-1397","owner-1398","owner-1399","owner-1400","owner-1401","owner-1402","owner-1403","owner-1404","owner-1405","owner-1406","owner-1407","owner-1408","owner-1409","owner-1410","owner-1411","owner-1412","owner-1413","owner-1414","owner-1415","owner-1416","owner-1417","owner-1418","owner-1419","owner-1420","owner-1421","owner-1422","owner-1423","owner-1424","owner-1425","owner-1426","owner-1427","owner-1428","owner-1429","owner-1430","owner-1431","owner-1432","owner-1433","owner-1434","owner-1435","owner-1436","owner-1437","owner-1438","owner-1439","owner-1440","owner-1441","owner-1442","owner-1443","owner-1444","owner-1445","owner-1446","owner-1447","owner-1448","owner-1449","owner-1450","owner-1451","owner-1452","owner-1453","owner-1454","owner-1455","owner-1456","owner-1457","owner-1458","owner-1459","owner-1460","owner-1461","owner-1462","owner-1463","owner-1464","owner-1465","owner-1466","owner-1467","owner-1468","owner-1469","owner-1470","owner-1471","owner-1472","owner-1473","owner-1474","owner-1475","owner-1476","owner-1477","owner-1478","owner-1479","owner-1480","owner-1481","owner-1482","owner-1483","owner-1484","owner-1485","owner-1486","owner-1487","owner-1488","owner-1489","owner-1490","owner-1491","owner-1492","owner-1493","owner-1494","owner-1495","owner-1496","owner-1497","owner-1498","owner-1499","owner-1500","owner-1501","owner-1502","owner-1503","owner-1504","owner-1505","owner-1506","owner-1507","owner-1508","owner-1509","owner-1510","owner-1511","owner-1512","owner-1513","owner-1514","owner-1515","owner-1516","owner-1517","owner-1518","owner-1519","owner-1520","owner-1521","owner-1522","owner-1523","owner-1524","owner-1525","owner-1526","owner-1527","owner-1528","owner-1529","owner-1530","owner-1531","owner-1532","owner-1533","owner-1534","owner-1535","owner-1536","owner-1537","owner-1538","owner-1539","owner-1540","owner-1541","owner-1542","owner-1543","owner-1544","owner-1545","owner-1546","owner-1547","owner-1548","owner-1549","owner-1550","owner-1551","owner-1552","owner-1553","owner-1554","owner-1555","owner-1556","owner-1557","owner-1558","owner-1559","owner-1560","owner-1561","owner-1562","owner-1563","owner-1564","owner-1565","owner-1566","owner-1567","owner-1568","owner-1569","owner-1570","owner-1571","owner-1572","owner-1573","owner-1574","owner-1575","owner-1576","owner-1577","owner-1578","owner-1579","owner-1580","owner-1581","owner-1582","owner-1583","owner-1584","owner-1585","owner-1586","owner-1587","owner-1588","owner-1589","owner-1590","owner-1591","owner-1592","owner-1593","owner-1594","owner-1595","owner-1596","owner-1597","owner-1598","owner-1599","owner-1600","owner-1601","owner-1602","owner-1603","owner-1604","owner-1605","owner-1606","owner-1607","owner-1608","owner-1609","owner-1610","owner-1611","owner-1612","owner-1613","owner-1614","owner-1615","owner-1616","owner-1617","owner-1618","owner-1619","owner-1620","owner-1621","owner-1622","owner-1623","owner-1624","owner-1625","owner-1626","owner-1627","owner-1628","owner-1629","owner-1630","owner-1631","owner-1632","owner-1633","owner-1634","owner-1635","owner-1636","owner-1637","owner-1638","owner-1639","owner-1640","owner-1641","owner-1642","owner-1643","owner-1644","owner-1645","owner-1646","owner-1647","owner-1648","owner-1649","owner-1650","owner-1651","owner-1652","owner-1653","owner-1654","owner-1655","owner-1656","owner-1657","owner-1658","owner-1659","owner-1660","owner-1661","owner-1662","owner-1663","owner-1664","owner-1665","owner-1666","owner-1667","owner-1668","owner-1669","owner-1670","owner-1671","owner-1672","owner-1673","owner-1674","owner-1675","owner-1676","owner-1677","owner-1678","owner-1679","owner-1680","owner-1681","owner-1682","owner-1683","owner-1684","owner-1685","owner-1686","owner-1687","owner-1688","owner-1689","owner-1690","owner-1691","owner-1692","owner-1693","owner-1694","owner-1695","owner-1696","owner-1697","owner-1698","owner-1699","owner-1700","owner-1701","owner-1702","owner-1703","owner-1704","owner-1705","owner-1706","owner-1707","owner-1708","owner-1709","owner-1710","owner-1711","owner-1712","owner-1713","owner-1714","owner-1715","owner-1716","owner-1717","owner-1718","owner-1719","owner-1720","owner-1721","owner-1722","owner-1723","owner-1724","owner-1725","owner-1726","owner-1727","owner-1728","owner-1729","owner-1730","owner-1731","owner-1732","owner-1733","owner-1734","owner-1735","owner-1736","owner-1737","owner-1738","owner-1739","owner-1740","owner-1741","owner-1742","owner-1743","owner-1744","owner-1745","owner-1746","owner-1747","owner-1748","owner-1749","owner-1750","owner-1751","owner-1752","owner-1753","owner-1754","owner-1755","owner-1756","owner-1757","owner-1758","owner-1759","owner-1760","owner-1761","owner-1762","owner-1763","owner-1764","owner-1765","owner-1766","owner-1767","owner-1768","owner-1769","owner-1770","owner-1771","owner-1772","owner-1773","owner-1774","owner-1775","owner-1776","owner-1777","owner-1778","owner-1779","owner-1780","owner-1781","owner-1782","owner-1783","owner-1784","owner-1785","owner-1786","owner-1787","owner-1788","owner-1789","owner-1790","owner-1791","owner-1792","owner-1793","owner-1794","owner-1795","owner-1796","owner-1797","owner-1798","owner-1799","owner-1800","owner-1801","owner-1802","owner-1803","owner-1804","owner-1805","owner-1806","owner-1807","owner-1808","owner-1809","owner-1810","owner-1811","owner-1812","owner-1813","owner-1814","owner-1815","owner-1816","owner-1817","owner-1818","owner-1819","owner-1820","owner-1821","owner-1822","owner-1823","owner-1824","owner-1825","owner-1826","owner-1827","owner-1828","owner-1829","owner-1830","owner-1831","owner-1832","owner-1833","owner-1834","owner-1835","owner-1836","owner-1837","owner-1838","owner-1839","owner-1840","owner-1841","owner-1842","owner-1843","owner-1844","owner-1845","owner-1846","owner-1847","owner-1848","owner-1849","owner-1850","owner-1851","owner-1852","owner-1853","owner-1854","owner-1855","owner-1856","owner-1857","owner-1858","owner-1859","owner-1860","owner-1861","owner-1862","owner-1863","owner-1864","owner-1865","owner-1866","owner-1867","owner-1868","owner-1869","owner-1870","owner-1871","owner-1872","owner-1873","owner-1874","owner-1875","owner-1876","owner-1877","owner-1878","owner-1879","owner-1880","owner-1881","owner-1882","owner-1883","owner-1884","owner-1885","owner-1886","owner-1887","owner-1888","owner-1889","owner-1890","owner-1891","owner-1892","owner-1893","owner-1894","owner-1895","owner-1896","owner-1897","owner-1898","owner-1899","owner-1900","owner-1901","owner-1902","owner-1903","owner-1904","owner-1905","owner-1906","owner-1907","owner-1908","owner-1909","owner-1910","owner-1911","owner-1912","owner-1913","owner-1914","owner-1915","owner-1916","owner-1917","owner-1918","owner-1919","owner-1920","owner-1921","owner-1922","owner-1923","owner-1924","owner-1925","owner-1926","owner-1927","owner-1928","owner-1929","owner-1930","owner-1931","owner-1932","owner-1933","owner-1934","owner-1935","owner-1936","owner-1937","owner-1938","owner-1939","owner-1940","owner-1941","owner-1942","owner-1943","owner-1944","owner-1945","owner-1946","owner-1947","owner-1948","owner-1949","owner-1950","owner-1951","owner-1952","owner-1953","owner-1954","owner-1955","owner-1956","owner-1957","owner-1958","owner-1959","owner-1960","owner-1961","owner-1962","owner-1963","owner-1964","owner-1965","owner-1966","owner-1967","owner-1968","owner-1969","owner-1970","owner-1971","owner-1972","owner-1973","owner-1974","owner-1975","owner-1976","owner-1977","owner-1978","owner-1979","owner-1980","owner-1981","owner-1982","owner-1983","owner-1984","owner-1985","owner-1986","owner-1987","owner-1988","owner-1989","owner-1990","owner-1991","owner-1992","owner-1993","owner-1994","owner-1995","owner-1996","owner-1997","owner-1998","owner-1999","owner-2000"];
const months = ["year=2024\u0026month=1","year=2024\u0026month=2","year=2024\u0026month=3","year=2024\u0026month=4","year=2024\u0026month=5","year=2024\u0026month=6","year=2024\u0026month=7","year=2024\u0026month=8","year=2024\u0026month=9","year=2024\u0026month=10","year=2024\u0026month=11","year=2024\u0026month=12","year=2025\u0026month=1","year=2025\u0026month=2","year=2025\u0026month=3","year=2025\u0026month=4","year=2025\u0026month=5","year=2025\u0026month=6","year=2025\u0026month=7","year=2025\u0026month=8","year=2025\u0026month=9","year=2025\u0026month=10","year=2025\u0026month=11","year=2025\u0026month=12"];

function any(values) {
  return values[Math.floor(Math.random() * values.length)];
}

function ask() {
  return http.get(`${base}/api/invoices/${any(owners)}?${any(months)}`, { tags: { name: 'invoice' } });
}

function roundTrip() {
  const variance = Math.log(1 + 0.5 ** 2);
  const normal = Math.sqrt(-2 * Math.log(1 - Math.random())) * Math.cos(2 * Math.PI * Math.random());
  return 0.12 * Math.exp(Math.sqrt(variance) * normal - variance / 2);
}

function pause(taken) {
  const think = 0.3 * -Math.log(1 - Math.random());
  sleep(Math.max(think, 0 - taken));
}

export default function () {
  if (!seeded) {
    randomSeed(1 + exec.vu.idInTest);
    seeded = true;
  }

  const started = Date.now();
  const travel = roundTrip();
  sleep(travel / 2);
  const answer = ask();
  sleep(travel / 2);
  const succeeded = check(answer, { 'status is 2xx': (each) => each.status >= 200 && each.status <= 299 });
  const measured = exec.scenario.name === 'measured';
  if (measured) {
    const ms = succeeded ? answer.timings.duration + travel * 1000 : failedMs;
    latency.add(ms);
    if (__ENV.LOG_LATENCY) {
      console.log(`latency,${Math.round(Date.now() / 1000)},${ms}`);
    }

    (succeeded ? successes : errors).add(1);
  }

  pause((Date.now() - started) / 1000);
}
