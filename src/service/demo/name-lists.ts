/**
 * Dutch names of persons. The demo data picks from these lists by position, so a change of a list changes the worlds.
 *
 * The lists are those of the Dutch locale of Faker 10.6 (MIT license, https://fakerjs.dev).
 */
const listOf = (text: string): readonly string[] => text.trim().split(/,\s+/)

export const femaleNames = listOf(`
  Aaliyah, Aaltje, Abby, Abigail, Ada, Adriana, Aimée, Aisha, Alexandra, Aleyna, Alice, Alicia, Alina, Alisa,
  Aliya, Aliyah, Alma, Alya, Alyssa, Amalia, Amara, Amaya, Amber, Amelia, Amelie, Amina, Amira, Amy, Amélie,
  Angelina, Anna, Annabel, Anne, Annemijn, Anouk, Ariana, Arya, Asel, Ashley, Asiya, Asya, Aurora, Ava, Aya, Ayana,
  Ayla, Aylin, Azra, Babette, Bella, Bente, Benthe, Bibi, Bobbi, Bobbie, Britt, Carlijn, Carmen, Cataleya,
  Catharina, Cato, Celine, Charlotte, Chelsey, Chloe, Claire, Coco, Cornelia, Céline, Daantje, Daisy, Dana,
  Danique, Daphne, Davina, Defne, Demi, Dewi, Diana, Diede, Dieke, Dina, Djenna, Dominique, Donna, Doris, Dua, Eef,
  Eefje, Ela, Eleanor, Elena, Eleonora, Eliana, Elif, Elin, Elina, Eline, Elisa, Elisabeth, Elise, Eliza,
  Elizabeth, Elize, Ella, Elle, Elodie, Elynn, Emilia, Emilie, Emily, Emma, Emmy, Esma, Esmee, Esmée, Esra, Esther,
  Eva, Evelien, Eveline, Evi, Evie, Evy, Fabiënne, Famke, Farah, Fardau, Fatima, Fay, Faya, Faye, Fayen, Fayenne,
  Febe, Feline, Fem, Femke, Femm, Fenna, Fenne, Fieke, Fien, Fiene, Fiep, Filou, Fleur, Floor, Floortje, Flore,
  Florence, Florine, Freya, Féline, Gaia, Gigi, Gioia, Giulia, Grace, Guusje, Gwen, Hafsa, Hailey, Hanna, Hannah,
  Hanne, Hayley, Helena, Hendrika, Hidaya, Hira, Ilse, Imani, Imke, Inara, Inaya, Indy, Ines, Iris, Isabeau,
  Isabel, Isabella, Isabelle, Ise, Isra, Iva, Ivy, Ize, Izzy, Jackie, Jacky, Jacoba, Jada, Jade, Jaelynn, Jailey,
  Jalou, Jana, Jane, Janna, Janne, Jara, Jasmijn, Jasmine, Jayda, Jaylinn, Jazz, Jazzlyn, Jazzlynn, Jenna, Jente,
  Jess, Jessie, Jesslyn, Jesslynn, Jet, Jette, Jill, Jinte, Jinthe, Joanna, Johanna, Jolie, Jolien, Jolijn,
  Josefien, Josephine, Joy, Joya, Joëlle, Jula, Jule, Julia, Julie, Juliette, Juliëtte, Juna, June, Juno, Juul,
  Karlijn, Kate, Kato, Kaylee, Kayleigh, Keet, Kensi, Kenza, Khadija, Kiara, Kiki, Kim, Kira, Kyara, Kyra, Laila,
  Lana, Lara, Laura, Laure, Lauren, Laurie, Layla, Lea, Leah, Lena, Lenne, Lexi, Lexie, Leyla, Lia, Lieke, Lien,
  Liene, Lieve, Lilian, Liliana, Lilly, Lilou, Lily, Lina, Linde, Linn, Linne, Lisa, Lisanne, Lise, Liselotte, Liv,
  Liva, Livia, Liya, Liyana, Liz, Liza, Lize, Lizz, Lizzy, Loa, Loes, Lois, Lola, Lorena, Lot, Lott, Lotte, Loua,
  Louise, Lova, Loïs, Lucie, Lucy, Luna, Lune, Luus, Lydia, Lynn, Maaike, Maan, Maartje, Macy, Madelief, Mae,
  Maeve, Maja, Malou, Mara, Mare, Maren, Maria, Marie, Marit, Marlie, Marly, Marrit, Marwa, Maryam, Mathilde, Maud,
  Maxime, Maya, Mayra, Maysa, Medina, Megan, Meghan, Meike, Melina, Melisa, Melissa, Melody, Merel, Merle, Meryem,
  Mette, Meyra, Mia, Michelle, Mikki, Mila, Milana, Milena, Miley, Milly, Milou, Mina, Mira, Mirre, Mirte, Mirthe,
  Myla, Myra, Myrthe, Nadia, Nadine, Naomi, Neeltje, Nela, Nena, Niene, Nienke, Nika, Nikki, Nikkie, Nila, Nina,
  Nine, Ninthe, Nisa, Noa, Noami, Nola, Nomi, Noor, Noortje, Nora, Norah, Nore, Nour, Nova, Novi, Nowi, Noë,
  Noëlla, Noëlle, Nynke, Olivia, Oliwia, Oumayra, Phileine, Philou, Pien, Pip, Pippa, Pleun, Pola, Puck, Puk,
  Quinty, Rachel, Rana, Renske, Romee, Romy, Roos, Rosa, Rosalie, Rose, Rosie, Roxy, Ruby, Saar, Safa, Safae,
  Safiya, Salomë, Sammie, Sanna, Sanne, Sara, Sarah, Sare, Scottie, Selena, Selina, Selma, Sena, Sienna, Silke,
  Siënna, Skye, Sofia, Sofie, Soof, Sophia, Sophie, Stella, Sterre, Suus, Suze, Tara, Teddy, Tess, Tessa, Thirza,
  Tirza, Valentina, Valerie, Vanessa, Veerle, Vera, Vere, Vesper, Victoria, Vienna, Vieve, Vive, Vivian, Vivienne,
  Wende, Wies, Wilhelmina, Yara, Yarah, Yasmin, Yasmine, Yenthe, Yfke, Yinthe, Yuna, Zahra, Zara, Zeyneb, Zeynep,
  Ziva, Zoey, Zofia, Zoë, Zuzanna
`)

export const maleNames = listOf(`
  Aaron, Abdullah, Abe, Abel, Abraham, Ace, Adam, Adriaan, Adrian, Ahmad, Ahmed, Ahmet, Aiden, Alan, Albert,
  Aleksander, Alex, Alexander, Ali, Alparslan, Amin, Amir, Anouar, Anthony, Anton, Antoni, Aras, Arda, Arie, Armin,
  Aron, Arthur, Axel, Ayaz, Ayden, Ayman, Ayoub, Badr, Bart, Bas, Bastiaan, Ben, Benja, Benjamin, Bentley,
  Benyamin, Berend, Bilal, Bjorn, Boas, Boaz, Bob, Bobby, Bodhi, Bodi, Boet, Boris, Bradley, Bram, Brandon, Brenn,
  Brent, Brian, Bruce, Bruno, Bryan, Can, Cas, Casper, Chase, Chris, Christiaan, Christian, Christopher, Coen,
  Colin, Collin, Cornelis, Daan, Daley, Damian, Damin, Daniel, Danilo, Daniël, Dante, Dave, Davey, Davi, David,
  Davy, Dax, Dean, Deen, Deniz, Devin, Dex, Dexx, Diego, Dies, Dion, Dirk, Djayden, Dominik, Don, Donny, Dorian,
  Douwe, Duco, Duuk, Dylan, Dylano, Eden, Eli, Elias, Elijah, Emin, Emir, Ensar, Enzo, Eray, Ethan, Evan, Eymen,
  Ezra, Faas, Fabian, Fedde, Felix, Fender, Ferre, Filip, Finley, Finn, Finnley, Flip, Florian, Floris, Flynn, Fos,
  Foss, Frederik, Freek, Frenkie, Fynn, Gabriel, Gabriël, George, Gerrit, Gideon, Giel, Gijs, Giovanni, Glenn,
  Guus, Hamza, Harvey, Hein, Hendrik, Hidde, Hugo, Huub, Ian, Ibrahim, Idris, Igor, Ilay, Ilias, Ilyas, Imran,
  Isaac, Isaiah, Ismail, Ivan, Ivar, Ivo, Jace, Jack, Jackson, Jacob, Jacobus, Jairo, Jaivey, Jake, Jakob, Jakub,
  James, Jamie, Jan, Jari, Jason, Jasper, Javi, Jax, Jaxon, Jaxx, Jay, Jayce, Jayden, Jaylano, Jaylen, Jayson,
  Jayvano, Jefta, Jelle, Jelmer, Jelte, Jens, Jeppe, Jeremiah, Jesper, Jesse, Jidde, Jim, Jimi, Jimmy, Joah, Joas,
  Job, Joe, Joep, Joes, Joey, Johan, Johannes, John, Jona, Jonah, Jonas, Jonathan, Joost, Jop, Jordan, Jordy,
  Joris, Jorn, Jorrit, Jort, Joseph, Josh, Joshua, Joël, Juda, Julan, Jules, Julian, Julius, Junayd, Jur, Jurre,
  Justin, Kaan, Kacper, Kai, Kaj, Karam, Kasper, Kay, Kayden, Keano, Kees, Kenan, Kenji, Kenzo, Kerem, Kevin, Kian,
  Kick, Kjeld, Klaas, Koen, Krijn, Kyan, Kyano, Lars, Lasse, Laurens, Leendert, Len, Lenn, Lennon, Lennox, Leo,
  Leon, Leonardo, Lev, Levi, Levy, Lewis, Lex, Liam, Lieuwe, Liyam, Loek, Loet, Logan, Lorenzo, Louay, Louie,
  Louis, Luc, Luca, Lucas, Luciano, Luka, Lukas, Luke, Luuk, Lux, Lyam, Maarten, Maas, Mace, Mads, Maes, Maher,
  Mahir, Malik, Manoah, Manu, Manuel, Marcel, Marcus, Marijn, Marinus, Marius, Mark, Mart, Martin, Mas, Mason,
  Mateo, Mathijs, Mats, Matteo, Matthew, Matthias, Matthijs, Matz, Maurits, Max, Maxim, Maximilian, Mayson, Mees,
  Mehmet, Melle, Mels, Menno, Merijn, Mert, Mex, Micah, Micha, Michael, Mick, Midas, Miguel, Mik, Mika, Mike,
  Milan, Milano, Miles, Milo, Mink, Miran, Mirza, Mitch, Mohamed, Mohammad, Mohammed, Moos, Morris, Moussa, Mozes,
  Muhammad, Muhammed, Musa, Mustafa, Mylan, Mylo, Nadir, Naoufal, Naoufel, Natan, Nathan, Naud, Nick, Nico, Niek,
  Niels, Nikodem, Nils, Nino, Noah, Noam, Noan, Nolan, Noud, Nouri, Nout, Novan, Nox, Noël, Odin, Olaf, Ole,
  Oliver, Olivier, Oliwier, Omar, Oscar, Oskar, Osman, Otis, Otto, Owen, Pelle, Pepijn, Peter, Philip, Pieter, Pim,
  Quin, Quinten, Raf, Rafael, Rafaël, Raff, Ralph, Raphael, Raphaël, Ravi, Rayan, Rayen, Rein, Rens, Revi, Reza,
  Rick, Rico, Riff, Riv, Roan, Robert, Rohan, Rover, Rowan, Ruben, Ryan, Sabir, Safouan, Safouane, Sami, Samuel,
  Samuël, Sander, Savi, Scott, Seb, Sebas, Sebastiaan, Sebastian, Sef, Seff, Sem, Semih, Senn, Senne, Sep, Sepp,
  Seppe, Seth, Sev, Shane, Siebe, Siem, Siep, Sil, Silas, Silvan, Simon, Sjoerd, Sjors, Stan, Stef, Stefan, Sten,
  Steven, Stijn, Storm, Sven, Sverre, Ted, Teije, Teun, Teunis, Theo, Thiago, Thije, Thijmen, Thijn, Thijs, Thom,
  Thomas, Tibbe, Tieme, Ties, Tijmen, Tijn, Tijs, Tim, Timo, Tobias, Tobin, Toby, Tom, Tomas, Tommy, Toon, Tristan,
  Tuur, Twan, Tycho, Tygo, Tyler, Tymon, Umut, Valentijn, Valentino, Vic, Victor, Viggo, Vigo, Vik, Viktor, Vince,
  Vincent, Vinz, Wes, Wessel, Willem, William, Wolf, Wout, Wouter, Xander, Xavi, Xavier, Xem, Yahya, Yannick,
  Yasin, Yassin, Yassine, Yassir, Younes, Youp, Yousef, Youssef, Yusuf, Yves, Zain, Zakaria, Zayd, Zayn, Zef, Zev,
  Zeyd, Zion, Ãmer
`)

export const neutralNames = listOf(`
  Beau, Bo, Bowie, Charlie, Dani, Isa, Jaimy, Jip, Lou, Marley, Quinn, Riley, Robin, Sam, Senna
`)

export const surnames = listOf(`
  Aalbers, Bakker, Bijl, Blom, Boer, Bos, Bosch, Bosman, Brouwer, Cornelissen, Corsten, Dekker, Dijkstra, Driessen,
  Evers, Freriks, Gerritsen, Groen, Groothuizen, Hartman, Hazes, Hendriks, Hermans, Hofman, Huisman, Jacobs,
  Jansen, Janssen, Jonker, Klein, Kok, Koning, Kramer, Kuijpers, Kuiper, Kuypers, Lubbers, Maas, Martens, Meeuwis,
  Meijer, Meyer, Mol, Molenaar, Moors, Mulder, Nijland, Oosterhuis, Peeters, Poels, Post, Postma, Prinsen, Rietman,
  Ritsma, Sanders, Schipper, Scholten, Smeets, Terlouw, Timmermans, Veenstra, Verbeek, Verhoeven, Vermeulen, Vink,
  Visser, Vos, Wagenaar, Willems, Willemsen, Wolters, Zijlstra, Zuiderveld, de Boer, de Bruijn, de Bruyn, de Corte,
  de Graaf, de Groot, de Haan, de Jong, de Jonge, de Koning, de Lange, de Leeuw, de Nijs, de Ruiter, de Vos,
  de Vries, de Wit, den Adel, van Beek, van Dam, van Dijk, van Dongen, van Doorn, van Ginneken, van Iersel,
  van Leeuwen, van Loon, van Veen, van Vliet, van Wijk, van de Berg, van de Brink, van de Meer, van de Pol,
  van de Veen, van de Velden, van de Ven, van de Wal, van den Berg, van den Bosch, van den Broek, van den Heuvel,
  van den Pol, van den Velde, van der Berg, van der Heijden, van der Heyden, van der Horst, van der Laan,
  van der Linden, van der Meer, van der Meulen, van der Pol, van der Velde, van der Velden, van der Ven,
  van der Wal
`)
